import { listPosts, listTerms, readContentPage, readPost } from "@plumbline/contract/content/contract.ts";
import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import { call, Failure } from "../../call.ts";
import { currentSession } from "../../session.ts";

const missing = (error: unknown) => {
  if (error instanceof Failure && error.status === 404) return undefined;
  throw error;
};

/** The content as members read it, through the product's API. */
const membersContent: ContentReader = {
  page: async (id) => (await call(readContentPage, { params: { id } }).catch(missing)) ?? null,
  async posts(type, { perPage = 10, categories = [], exclude = [] } = {}) {
    const query = { per_page: perPage, categories: categories.join(","), exclude: exclude.join(",") };
    const answer = await call(listPosts, { params: { type }, query });
    return { posts: answer.entries, total: answer.total_count };
  },
  post: (type, slug) => call(readPost, { params: { type, slug } }).catch(missing),
  categories: async () => (await call(listTerms, {})).categories,
  tags: async () => (await call(listTerms, {})).tags,
};

/**
 * The part of a route's own `Route.ClientLoaderArgs` that is needed here; its server loader makes the visitors' page.
 */
type Arguments<T> = { serverLoader: () => Promise<T & { member: boolean }> };

/**
 * A page with more content for members: `loader` renders the visitors' page on the server, which knows no session, and
 * for a member the data is loaded again with everything in it. If that fails, the visitors' page is shown (row C-09).
 */
export function forMembers<T, A extends Arguments<T>>(make: (content: ContentReader, args: A) => Promise<T>) {
  const clientLoader = async (args: A): Promise<T & { member: boolean }> => {
    if (currentSession() === null) return args.serverLoader();
    try {
      return { ...(await make(membersContent, args)), member: true };
    } catch (error) {
      if (error instanceof Response) throw error;
      return args.serverLoader();
    }
  };
  clientLoader.hydrate = true as const;
  return clientLoader;
}
