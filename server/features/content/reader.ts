import { fieldsIn, isBlocked } from "@plumbline/contract/content/rules.ts";
import type { ContentPost, ContentReader } from "@plumbline/contract/content/shapes.ts";
import type { Clock } from "../../clock.ts";
import type { ResponseStore } from "./cache-folder.ts";
import { cleanerFor, isKnownPicture, type Source } from "./clean.ts";
import { contentFetch } from "./fetching.ts";
import { pictureIds, picturesOf, withoutPictures, withPictures } from "./pictures.ts";
import { type ContentFailure, openResponseCache } from "./response-cache.ts";
import { pageFrom, postFrom, termFrom } from "./shapes.ts";

/** The fields that cards show; bodies are left out, so that a list of a hundred stays small. */
const cardFields = [
  ..."id slug date date_gmt title excerpt categories tags featured_media".split(" "),
  ..."main_insight_image block_content member_only ticket_booking".split(" ").map((name) => `acf.${name}`),
].join(",");
/** The service's largest page size, which is also the specification's. */
const pageSize = 100;
const maxPages = 10;

/** A reader whose cached responses can be refreshed without being read. */
export type RefreshedReader = ContentReader & {
  refreshOlderThan(age: number): Promise<void>;
  /** Throws all copies away, because the service has changed. */
  forget(): void;
};

type Item = NonNullable<ReturnType<typeof postFrom>>;

/**
 * Reads the content service for one kind of reader. `url` is the site's address (CONTENT_URL, or our own for the
 * embedded service); the WordPress REST calls are made below it. Rich text is sanitised and pictures are resolved. For
 * visitors, members-only items are left out of lists and their bodies are withheld: the service's own filter cannot be
 * relied on (decision 35). Never throws; null means that the service has never answered.
 */
export function contentReader({
  url,
  clock,
  embedded = false,
  members,
  pictureHosts = [],
  redirectHosts = [],
  ...cacheOptions
}: {
  url: string;
  clock: Clock;
  /** Hosts that pictures may come from besides the service's own (CONTENT_IMAGE_HOSTS). */
  pictureHosts?: readonly string[];
  /** Hosts that the service may redirect us to (CONTENT_REDIRECT_HOSTS). */
  redirectHosts?: readonly string[];
  /** Keeps responses across restarts. */
  store?: ResponseStore | null;
  onFailure?: (address: string, failure: ContentFailure) => void;
  onAnswer?: (address: string) => void;
  /** The service runs on our own origin. */
  embedded?: boolean;
  /** Reads as a member; `key` unlocks the bodies where the service itself withholds them. */
  members?: { key: string | null };
}): RefreshedReader {
  const site = url.replace(/\/$/, "");
  const base = `${site}/wp-json/wp/v2`;
  const headers: Record<string, string> = members?.key ? { "x-content-key": members.key } : {};
  const fetchJson = contentFetch({ site, redirectHosts });
  const { read, refreshOlderThan, forget } = openResponseCache({
    clock,
    headers,
    fetchJson,
    ownOrigin: embedded ? site : undefined,
    ...cacheOptions,
  });
  const source: Source = embedded ? null : { site, pictureHosts };
  const cleanDeep = cleanerFor(source);

  // An unchanged response is the same object, so what follows from it is made once.
  const cleaned = oncePerObject((body: object) => cleanDeep(body));
  // Cleaning changes the texts in an object and nothing of its shape.
  const clean = <T extends object>(body: T) => cleaned(body) as T;

  async function list(address: string): Promise<{ items: readonly unknown[]; total: number } | null> {
    const answer = await read(address);
    return answer && Array.isArray(answer.body) ? { items: clean(answer.body), total: answer.total } : null;
  }

  /** The items of a list that are what they should be. */
  const allFrom = <T>(from: (item: unknown) => T | null) =>
    oncePerObject((items: readonly unknown[]) => items.map(from).filter((item) => item !== null));
  const [postsIn, termsIn, pageOf] = [allFrom(postFrom), allFrom(termFrom), oncePerObject(pageFrom)];
  async function terms(kind: "categories" | "tags") {
    const found = await list(`${base}/${kind}?per_page=${pageSize}`);
    return found && termsIn(found.items);
  }

  const idsIn = oncePerObject((item: object) => pictureIds(item));
  const noMedia: readonly unknown[] = [];
  /** What an item becomes with the pictures of a media list, without those of unknown hosts. */
  const placing = oncePerObject((media: readonly unknown[]) => {
    const pictures = picturesOf(media);
    return oncePerObject((item: object) => {
      const found = idsIn(item).length > 0 ? withPictures(item, pictures) : item;
      return source ? withoutPictures(found, (picture) => isKnownPicture(picture, source)) : found;
    });
  });

  /** Resolves the picture ids of items, where a site answers those, with one call. */
  async function withResolvedPictures<T extends object>(items: readonly T[]): Promise<T[]> {
    const ids = [...new Set(items.flatMap(idsIn))].sort((a, b) => a - b).slice(0, pageSize);
    const fields = "id,source_url,alt_text,media_details";
    const address = `${base}/media?include=${ids.join(",")}&per_page=${pageSize}&_fields=${fields}`;
    const answer = ids.length > 0 ? await list(address) : null;
    // An item with its pictures' ids replaced by pictures, which its type declares.
    return items.map(placing(answer?.items ?? noMedia)) as T[];
  }

  const withPicture = oncePerObject((item: Item): ContentPost => {
    const acf = fieldsIn(item.acf);
    const { featured_media, ...post } = item;
    const picture = acf.main_insight_image || featured_media || null;
    return { ...post, acf: { ...acf, main_insight_image: picture } };
  });

  /** The newest `wanted` items, and how many there are, without those that this reader may not see. */
  async function newest(type: string, categories: readonly number[], wanted: number) {
    const query = new URLSearchParams({ per_page: String(pageSize), _fields: cardFields });
    if (categories.length > 0) query.set("categories", categories.join(","));
    if (!members) query.set("block_content", "0");
    const seen: Item[] = [];
    let total = 0;
    let hidden = 0;
    for (let at = 0; at < maxPages && (at === 0 || seen.length < wanted); at += 1) {
      if (at > 0) query.set("offset", String(at * pageSize));
      const found = await list(`${base}/${encodeURIComponent(type)}?${query}`);
      // A list that ends early is shown as far as it goes; without a first page the service has never answered.
      if (!found && at === 0) return null;
      if (!found) break;
      total = found.total;
      const shown = postsIn(found.items).filter((item) => members || !isBlocked(item));
      hidden += found.items.length - shown.length;
      seen.push(...shown);
      if (found.items.length < pageSize) break;
    }
    return { seen, total: total - hidden };
  }

  return {
    refreshOlderThan,
    forget,
    async page(id) {
      const answer = await read(`${base}/pages/${id}`);
      if (!answer || !isObject(answer.body)) return null;
      // What its fields hold is checked where each is read.
      const found = pageOf(clean(answer.body));
      return found && ((await withResolvedPictures([found]))[0] ?? null);
    },
    async posts(type, { perPage = 10, categories = [], exclude = [] } = {}) {
      const found = await newest(type, categories, perPage + exclude.length);
      if (!found) return null;
      const posts = found.seen.filter(({ id }) => !exclude.includes(id)).slice(0, perPage);
      return { posts: await withResolvedPictures(posts.map(withPicture)), total: found.total };
    },
    async post(type, slug) {
      const found = await list(`${base}/${encodeURIComponent(type)}?slug=${encodeURIComponent(slug)}`);
      if (!found) return null;
      const [item] = postsIn(found.items);
      if (!item) return undefined;
      const [post] = await withResolvedPictures([withPicture(item)]);
      return post && !members && isBlocked(post) ? withoutBody(post) : post;
    },
    categories: () => terms("categories"),
    tags: () => terms("tags"),
  };
}

/** The same function, whose result is kept for as long as its argument is. */
function oncePerObject<Of extends object, Result>(make: (of: Of) => Result): (of: Of) => Result {
  const made = new WeakMap<Of, { result: Result }>();
  return (of) => {
    const known = made.get(of) ?? { result: make(of) };
    made.set(of, known);
    return known.result;
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const bodyFields = ["insight_content", "masterclass_content"];

/** Removes the body and the booking link, which are for members only. */
function withoutBody(post: ContentPost): ContentPost {
  const acf = Object.fromEntries(Object.entries(fieldsIn(post.acf)).filter(([name]) => !bodyFields.includes(name)));
  if (isObject(acf.ticket_booking)) acf.ticket_booking = { ...acf.ticket_booking, booking_button: null };
  return { ...post, content: { rendered: "" }, acf };
}
