import type { CategoryName, TagName } from "./copy/terms.ts";

/** Variants in which WordPress sites answer the same field; readers have to accept all of them. */
export type Variant =
  | "image is an id"
  | "image is an address"
  | "image is missing"
  | "no custom fields"
  | "pasted script"
  | "flags as text"
  | "date unformatted"
  | "link as text"
  | "slides as ids"
  | "slides are false";

type Post = {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  /** When it was published, site local time. */
  date: string;
  category: CategoryName;
  tags: TagName[];
  body: string;
  /** Members only: its body is left out for readers without the content key. */
  blocked?: true;
  variant?: Variant;
};

export type Insight = Post & { draft?: true };

export type Masterclass = Post & { day: string; time: string; address: string };

export type PageCopy = {
  id: number;
  slug: string;
  title: string;
  modified: string;
  body?: string;
  acf: Record<string, unknown> | [];
};

export type Type = "page" | "insight" | "masterclass" | "post" | "attachment";

/** One item of the service. `item` is its JSON without links, with {site} in place of the site's address. */
export type Entry = {
  id: number;
  type: Type;
  slug: string;
  title: string;
  date: string;
  modified: string;
  draft: boolean;
  blocked: boolean;
  words: string;
  categories: number[];
  tags: number[];
  featured: number;
  item: Record<string, unknown>;
};
