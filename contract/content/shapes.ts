/**
 * What the content service answers (WordPress REST, decision 35) and how the pages read it. Nothing in here is trusted:
 * keys may be missing, a false may stand for an empty image or list, and every `rendered` is HTML.
 */
export type Rendered = { rendered: string };

/** An editor's fields: an object, or an empty list when there are none (the PHP habit). */
export type Fields = Record<string, unknown> | readonly [];

export type ContentPage = { id: number; slug: string; title: Rendered; content?: Rendered; acf?: Fields };

export type ContentPost = {
  id: number;
  slug: string;
  /** Site local time without a zone; `date_gmt` is UTC without its Z. */
  date: string;
  date_gmt?: string;
  title: Rendered;
  excerpt?: Rendered;
  content?: Rendered;
  categories?: number[];
  tags?: number[];
  acf?: Fields;
};

export type ContentTerm = { id: number; name: string; slug: string; count: number };

export type PostQuery = { perPage?: number; categories?: number[]; exclude?: number[]; offset?: number };

/**
 * Reads the content service for visitors. Answers come from the last good copy while the service is slow or down;
 * null means that there is none, and a page must do without. Never throws.
 */
export type ContentReader = {
  page(id: number): Promise<ContentPage | null>;
  /** Newest first; items whose bodies are for members only are left out. `total` counts what the service counts. */
  posts(type: string, query?: PostQuery): Promise<{ posts: ContentPost[]; total: number } | null>;
  /** Undefined is an unknown slug. A body that is for members only is withheld. */
  post(type: string, slug: string): Promise<ContentPost | undefined | null>;
  categories(): Promise<ContentTerm[] | null>;
  tags(): Promise<ContentTerm[] | null>;
};

/** The ids that the specification gives to the pages. */
export const pageIds = {
  privacy: 3,
  home: 41,
  secondHome: 42,
  mainHome: 43,
  howWeHelp: 160,
  howItWorks: 195,
  about: 215,
  contact: 231,
  faq: 243,
  terms: 254,
  cookies: 256,
  termsOfService: 258,
} as const;
