import { fieldsIn, isBlocked } from "@plumbline/contract/content/rules.ts";
import type { ContentPage, ContentPost, ContentReader, ContentTerm } from "@plumbline/contract/content/shapes.ts";
import type { Clock } from "../../platform/clock.ts";
import { cleanerFor, isKnownPicture, type Source } from "./clean.ts";
import { contentFetch } from "./fetching.ts";
import type { CopyStore } from "./kept-copies.ts";
import { type ContentFailure, lastGoodCopies } from "./last-good.ts";
import { pictureIds, picturesOf, withoutPictures, withPictures } from "./pictures.ts";

/** What cards show; bodies stay behind, so that a list of a hundred is light. */
const cardFields = [
  ..."id slug date date_gmt title excerpt categories tags featured_media".split(" "),
  ..."main_insight_image block_content member_only ticket_booking".split(" ").map((name) => `acf.${name}`),
].join(",");
/** The most that the service gives at once, which is also how the specification counts. */
const chunk = 100;
const mostChunks = 10;

type Item = ContentPost & { featured_media?: number };

/**
 * The content service as someone may read it. `url` is the site's address (CONTENT_URL, or our own for the embedded one);
 * the WordPress REST calls are made below it. Rich text comes out sanitised and pictures as pictures. To visitors,
 * members-only items are absent from lists and their bodies are withheld: the service's own filter cannot be relied on
 * (decision 35). Never throws; null is a service that has never answered.
 */
export function contentReader({
  url,
  clock,
  embedded = false,
  members,
  pictureHosts = [],
  redirectHosts = [],
  ...keeping
}: {
  url: string;
  clock: Clock;
  /** Hosts that pictures may come from besides the service's own (CONTENT_IMAGE_HOSTS). */
  pictureHosts?: readonly string[];
  /** Hosts that the service may send us on to (CONTENT_REDIRECT_HOSTS). */
  redirectHosts?: readonly string[];
  /** Keeps copies over a restart. */
  store?: CopyStore | null;
  onFailure?: (address: string, failure: ContentFailure) => void;
  onAnswer?: (address: string) => void;
  /** The service answers on our own origin. */
  embedded?: boolean;
  /** Reads as members do; `key` opens the bodies where the service withholds them by itself. */
  members?: { key: string | null };
}): ContentReader {
  const site = url.replace(/\/$/, "");
  const base = `${site}/wp-json/wp/v2`;
  const headers: Record<string, string> = members?.key ? { "x-content-key": members.key } : {};
  const fetchJson = contentFetch({ site, redirectHosts });
  const read = lastGoodCopies({ clock, headers, fetchJson, own: embedded ? site : undefined, ...keeping });
  const source: Source = embedded ? null : { site, pictureHosts };
  const cleanDeep = cleanerFor(source);

  // An answer that has not changed is the same object, and is cleaned once.
  const cleaned = new WeakMap<object, unknown>();
  function clean<T extends object>(body: T): T {
    const known = cleaned.get(body) ?? cleanDeep(body);
    cleaned.set(body, known);
    return known as T;
  }

  async function list<T>(address: string): Promise<{ items: T[]; total: number } | null> {
    const answer = await read(address);
    return answer && Array.isArray(answer.body) ? { items: clean(answer.body) as T[], total: answer.total } : null;
  }

  /** Where sites answer the ids of pictures, the pictures are looked up, all in one call; those of unknown hosts go. */
  async function illustrated<T>(value: T): Promise<T> {
    const ids = [...new Set(pictureIds(value))].sort((a, b) => a - b).slice(0, chunk);
    const fields = "id,source_url,alt_text,media_details";
    const address = `${base}/media?include=${ids.join(",")}&per_page=${chunk}&_fields=${fields}`;
    const answer = ids.length > 0 ? await list<unknown>(address) : null;
    const found = ids.length > 0 ? withPictures(value, picturesOf(answer?.items ?? [])) : value;
    return (source ? withoutPictures(found, (picture) => isKnownPicture(picture, source)) : found) as T;
  }

  const whole = (item: Item): ContentPost => {
    const acf = fieldsIn(item.acf);
    const { featured_media, ...post } = item;
    const picture = acf.main_insight_image || featured_media || null;
    return { ...post, acf: { ...acf, main_insight_image: picture } };
  };

  /** The newest `wanted` items, and how many there are, without what this reader may not see. */
  async function newest(type: string, categories: readonly number[], wanted: number) {
    const query = new URLSearchParams({ per_page: String(chunk), _fields: cardFields });
    if (categories.length > 0) query.set("categories", categories.join(","));
    if (!members) query.set("block_content", "0");
    const seen: Item[] = [];
    let total = 0;
    let hidden = 0;
    for (let at = 0; at < mostChunks && (at === 0 || seen.length < wanted); at += 1) {
      if (at > 0) query.set("offset", String(at * chunk));
      const found = await list<Item>(`${base}/${encodeURIComponent(type)}?${query}`);
      // Half a list is told as it is; nothing at all is a service that has never answered.
      if (!found && at === 0) return null;
      if (!found) break;
      total = found.total;
      for (const item of found.items)
        if (!isObject(item) || typeof item.slug !== "string") hidden += 1;
        else if (!members && isBlocked(item)) hidden += 1;
        else seen.push(item);
      if (found.items.length < chunk) break;
    }
    return { seen, total: total - hidden };
  }

  return {
    async page(id) {
      const answer = await read(`${base}/pages/${id}`);
      return answer && isObject(answer.body) ? illustrated(clean(answer.body) as ContentPage) : null;
    },
    async posts(type, { perPage = 10, categories = [], exclude = [] } = {}) {
      const found = await newest(type, categories, perPage + exclude.length);
      if (!found) return null;
      const posts = found.seen.filter(({ id }) => !exclude.includes(id)).slice(0, perPage);
      return { posts: await illustrated(posts.map(whole)), total: found.total };
    },
    async post(type, slug) {
      const found = await list<Item>(`${base}/${encodeURIComponent(type)}?slug=${encodeURIComponent(slug)}`);
      if (!found) return null;
      const item = found.items[0];
      if (!isObject(item)) return undefined;
      const post = await illustrated(whole(item as Item));
      return !members && isBlocked(post) ? withoutBody(post) : post;
    },
    async categories() {
      return (await list<ContentTerm>(`${base}/categories?per_page=${chunk}`))?.items ?? null;
    },
    async tags() {
      return (await list<ContentTerm>(`${base}/tags?per_page=${chunk}`))?.items ?? null;
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const bodies = ["insight_content", "masterclass_content"];

/** The booking link goes with the body: a visitor has no use for it, and the page must not know it. */
function withoutBody(post: ContentPost): ContentPost {
  const acf = Object.fromEntries(Object.entries(fieldsIn(post.acf)).filter(([name]) => !bodies.includes(name)));
  if (isObject(acf.ticket_booking)) acf.ticket_booking = { ...acf.ticket_booking, booking_button: null };
  return { ...post, content: { rendered: "" }, acf };
}
