import { listPosts, listTerms, readContentPage, readPost } from "@plumbline/contract/content/contract.ts";
import { fieldsIn } from "@plumbline/contract/content/rules.ts";
import type { ContentPage, ContentPost } from "@plumbline/contract/content/shapes.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound, Problem } from "../../http/problems.ts";

const withFields = <T extends ContentPage | ContentPost>(item: T) => ({ ...item, acf: fieldsIn(item.acf) });

/** 503: an external service that is down is not a fault of ours. */
const contentUnavailable = () =>
  new Problem(503, { base: ["This part of the site is away for a moment. Please try again."] });

export const contentApiRoutes = (context: AppContext) => {
  const readerFor = (member: Member | null) => (member ? context.content.members : context.content.visitors);
  return [
    handle(listTerms, async ({ member }) => {
      const [categories, tags] = await Promise.all([readerFor(member).categories(), readerFor(member).tags()]);
      return { categories: categories ?? [], tags: tags ?? [] };
    }),
    handle(readContentPage, async ({ member, params }) => {
      const page = await readerFor(member).page(params.id);
      if (!page) throw notFound();
      return withFields(page);
    }),
    handle(listPosts, async ({ member, params, query }) => {
      const found = await readerFor(member).posts(params.type, {
        perPage: query.per_page,
        categories: query.categories,
        exclude: query.exclude,
      });
      if (!found) throw contentUnavailable();
      return { entries: found.posts.map(withFields), total_count: found.total };
    }),
    handle(readPost, async ({ member, params }) => {
      const post = await readerFor(member).post(params.type, params.slug);
      if (post === null) throw contentUnavailable();
      if (!post) throw notFound();
      return withFields(post);
    }),
  ];
};
