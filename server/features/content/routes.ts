import { listPosts, listTerms, readContentPage, readPost } from "@plumbline/contract/content/contract.ts";
import { fieldsIn } from "@plumbline/contract/content/rules.ts";
import type { ContentPage, ContentPost } from "@plumbline/contract/content/shapes.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import type { Member } from "../../platform/members.ts";
import { notFound, Problem } from "../../platform/problems.ts";
import { contentOf } from "./readers.ts";

const withFields = <T extends ContentPage | ContentPost>(item: T) => ({ ...item, acf: fieldsIn(item.acf) });

/** The content service is somebody else's house: while it is away, nothing of ours is broken. */
const away = () => new Problem(503, { base: ["This part of the site is away for a moment. Please try again."] });

export const contentApiRoutes = (house: House) => {
  const readerFor = (member: Member | null) => (member ? contentOf(house).members : contentOf(house).visitors);
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
      if (!found) throw away();
      return { entries: found.posts.map(withFields), total_count: found.total };
    }),
    handle(readPost, async ({ member, params }) => {
      const post = await readerFor(member).post(params.type, params.slug);
      if (post === null) throw away();
      if (!post) throw notFound();
      return withFields(post);
    }),
  ];
};
