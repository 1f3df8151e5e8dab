import { listPosts, listTerms, readContentPage, readPost } from "@plumbline/contract/content/contract.ts";
import type { ContentPage, ContentPost, ContentReader } from "@plumbline/contract/content/shapes.ts";
import type { ClientLoaderFunctionArgs } from "react-router";
import { call, Failure } from "../../call.ts";
import { currentSession } from "../../session.ts";

const missing = (error: unknown) => {
  if (error instanceof Failure && error.status === 404) return undefined;
  throw error;
};

/** The content as members read it: everything, through the product's own call. */
const membersContent: ContentReader = {
  page: async (id) =>
    ((await call(readContentPage, { params: { id } }).catch(missing)) as ContentPage | undefined) ?? null,
  async posts(type, { perPage = 10, categories = [], exclude = [] } = {}) {
    const query = { per_page: perPage, categories: categories.join(","), exclude: exclude.join(",") };
    const answer = await call(listPosts, { params: { type: type as "insight" }, query });
    return { posts: answer.entries as ContentPost[], total: answer.total_count };
  },
  post: (type, slug) =>
    call(readPost, { params: { type: type as "insight", slug } }).catch(missing) as Promise<ContentPost | undefined>,
  categories: async () => (await call(listTerms, {})).categories,
  tags: async () => (await call(listTerms, {})).tags,
};

type Make<T> = (
  content: ContentReader,
  args: { request: Request; params: Record<string, string | undefined> },
) => Promise<T>;

/**
 * A page whose members see more than visitors: `loader` draws the visitors' on the server, which knows no session, and for
 * a member the same is made again with everything in it. Should that fail, the visitors' page is still a page.
 */
export function forMembers<T>(make: Make<T>) {
  const clientLoader = async ({
    request,
    params,
    serverLoader,
  }: ClientLoaderFunctionArgs): Promise<T & { member: boolean }> => {
    if (currentSession() === null) return serverLoader() as Promise<T & { member: boolean }>;
    try {
      return { ...(await make(membersContent, { request, params })), member: true };
    } catch (error) {
      if (error instanceof Response) throw error;
      return serverLoader() as Promise<T & { member: boolean }>;
    }
  };
  clientLoader.hydrate = true as const;
  return clientLoader;
}
