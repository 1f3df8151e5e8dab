import type { CategoryName, TagName } from "./copy/terms.ts";

/** Ways in which a real site's items differ from each other; our readers have to take them all. */
export type Quirk =
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

type Piece = {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  /** When it was published, site local time. */
  date: string;
  category: CategoryName;
  tags: TagName[];
  body: string;
  /** Members only: its body is withheld from those who do not show the content key. */
  blocked?: true;
  quirk?: Quirk;
};

export type Insight = Piece & { draft?: true };

export type Masterclass = Piece & { day: string; time: string; address: string };

export type PageCopy = {
  id: number;
  slug: string;
  title: string;
  modified: string;
  body?: string;
  acf: Record<string, unknown> | [];
};

export type Type = "page" | "insight" | "masterclass" | "post" | "attachment";

/** One thing the service can list or show. `item` is its wire form without links, with {site} for the site's address. */
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
