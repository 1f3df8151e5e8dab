import type { ContentPost, ContentTerm } from "@plumbline/contract/content/shapes.ts";
import { expect, it } from "vitest";
import { insightCard, insightInFull } from "./posts.ts";

const categories: ContentTerm[] = [
  { id: 1, name: "Uncategorized", slug: "uncategorized", count: 1 },
  { id: 2, name: "Finance &amp; funding", slug: "finance-funding", count: 1 },
];
const post = (...ids: number[]): ContentPost => ({
  id: 300,
  slug: "why-we-publish",
  date: "2026-01-13T08:30:00",
  title: { rendered: "Why we publish" },
  categories: ids,
});

it("C-04 C-06 the category Uncategorized is shown neither on a card nor above an insight", () => {
  expect(insightCard(post(1), categories).category).toBeNull();
  expect(insightInFull(post(1), categories, null).category).toBeNull();
  expect(insightCard(post(1, 2), categories).category).toBe("Finance & funding");
});
