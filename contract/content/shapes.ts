/**
 * The responses of the content service (WordPress REST, decision 35) and the interface through which the pages read them.
 * The data is untrusted: keys may be missing, an empty image or list may be `false`, and every `rendered` is HTML.
 */
type Rendered = { rendered: string };

/** The types of posts, each in both of its spellings (decision 35). */
export const contentTypes = ["insight", "insights", "masterclass", "events"] as const;
export type ContentType = (typeof contentTypes)[number];

/** An editor's custom fields: an object, or an empty list when there are none (as PHP encodes an empty array). */
export type Fields = Record<string, unknown> | readonly [];

export type ContentPage = { id: number; slug: string; title: Rendered; content?: Rendered; acf?: Fields };

export type ContentPost = {
  id: number;
  slug: string;
  /** The site's local time without a time zone; `date_gmt` is UTC without the Z. Empty where there is none. */
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

type PostQuery = { perPage?: number; categories?: number[]; exclude?: number[]; offset?: number };

/**
 * Reads the content service for visitors. While the service is slow or down, the last good copy is returned; null means
 * that there is none and the page has to render without it. Never throws.
 */
export type ContentReader = {
  page(id: number): Promise<ContentPage | null>;
  /** Newest first; posts whose bodies are for members only are left out. `total` is the service's own count. */
  posts(type: ContentType, query?: PostQuery): Promise<{ posts: ContentPost[]; total: number } | null>;
  /** Undefined for an unknown slug. A body that is for members only is left out. */
  post(type: ContentType, slug: string): Promise<ContentPost | undefined | null>;
  categories(): Promise<ContentTerm[] | null>;
  tags(): Promise<ContentTerm[] | null>;
};

/** The ids of the content service's pages, from the specification. */
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
