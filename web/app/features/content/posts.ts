import {
  eventDate,
  eventDay,
  excerptLength,
  hiddenCategory,
  isBlocked,
  similarItems,
  titleLength,
  truncate,
} from "@plumbline/contract/content/rules.ts";
import type { ContentPost, ContentReader, ContentTerm, ContentType } from "@plumbline/contract/content/shapes.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { isRecord } from "../../is-record.ts";
import { fieldsOf, linkOf, pictureOf, plain, rowsOf } from "./text.ts";

const namesOf = (ids: readonly number[] | undefined, terms: readonly ContentTerm[] | null) =>
  (ids ?? []).flatMap((id) => {
    const term = terms?.find((each) => each.id === id);
    return term ? [plain(term.name)] : [];
  });

/** The categories without WordPress's default one, which is never shown (row C-04). */
export const shownCategories = (categories: readonly ContentTerm[] | null) =>
  categories?.filter(({ name }) => plain(name) !== hiddenCategory) ?? [];

const ticketOf = (post: ContentPost) => rowsOf([fieldsOf(post).ticket_booking])[0] ?? {};

/** An insight as a card. */
export function insightCard(post: ContentPost, categories: readonly ContentTerm[] | null) {
  return {
    slug: post.slug,
    title: plain(post.title?.rendered),
    excerpt: plain(post.excerpt?.rendered),
    date: post.date && formatLong(post.date.slice(0, 10)),
    category: namesOf(post.categories, shownCategories(categories))[0] ?? null,
    picture: pictureOf(fieldsOf(post).main_insight_image),
    blocked: isBlocked(post),
  };
}

/** An event as a card: its title is cut at 65 characters and its excerpt at 75. */
export function eventCard(post: ContentPost, today: string) {
  const ticket = ticketOf(post);
  const date = plain(ticket.masterclass_date);
  const day = eventDay(date);
  return {
    slug: post.slug,
    title: truncate(plain(post.title?.rendered), titleLength),
    fullTitle: plain(post.title?.rendered),
    excerpt: truncate(plain(post.excerpt?.rendered), excerptLength),
    date: eventDate(date),
    day,
    time: plain(ticket.masterclass_time),
    address: plain(ticket.master_class_address),
    picture: pictureOf(fieldsOf(post).main_insight_image),
    button: plain(ticket.button_text_in_similar_posts) || "See the event",
    bannerButton: plain(ticket.button_text_in_banner) || "See the event",
    over: day !== null && day < today,
    blocked: isBlocked(post),
  };
}

export type InsightCard = ReturnType<typeof insightCard>;
export type EventCard = ReturnType<typeof eventCard>;

/** An insight in full. */
export function insightInFull(post: ContentPost, categories: ContentTerm[] | null, tags: ContentTerm[] | null) {
  const body = fieldsOf(post).insight_content;
  return {
    ...insightCard(post, categories),
    published: post.date.slice(0, 10) || undefined,
    tags: namesOf(post.tags, tags),
    // Posts from before the custom fields have their text in the standard field.
    html: (typeof body === "string" && body) || (post.content?.rendered ?? ""),
  };
}

/** An event in full. */
export function eventInFull(post: ContentPost, tags: ContentTerm[] | null, today: string) {
  const { masterclass_content: body, slider_images: slides } = fieldsOf(post);
  const ticket = ticketOf(post);
  const link = ticket.booking_button;
  const card = eventCard(post, today);
  const pictures = (Array.isArray(slides) ? slides : []).flatMap((slide) => pictureOf(slide) ?? []);
  return {
    ...card,
    title: plain(post.title?.rendered),
    description: plain(post.excerpt?.rendered),
    tags: namesOf(post.tags, tags),
    slides: pictures.length > 0 ? pictures : card.picture ? [card.picture] : [],
    html: (typeof body === "string" && body) || (post.content?.rendered ?? ""),
    booking: {
      text: plain(ticket.booking_button_text) || (isRecord(link) && plain(link.title)) || "Reserve a place",
      link: linkOf(link),
    },
  };
}

/** Three other posts: of the same categories first, then the newest. */
export async function similarTo(post: ContentPost, type: ContentType, content: ContentReader): Promise<ContentPost[]> {
  const found = await content.posts(type, {
    perPage: similarItems,
    categories: post.categories ?? [],
    exclude: [post.id],
  });
  const near = found?.posts ?? [];
  if (near.length >= similarItems) return near;
  const exclude = [post.id, ...near.map(({ id }) => id)];
  const others = await content.posts(type, { perPage: similarItems - near.length, exclude });
  return [...near, ...(others?.posts ?? [])];
}
