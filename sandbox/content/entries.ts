import { insights } from "./copy/insights.ts";
import { masterclasses } from "./copy/masterclasses.ts";
import { pages } from "./copy/pages.ts";
import { categoryTerms, tagTerms } from "./copy/terms.ts";
import { dayInWords, gmtOf } from "./local-time.ts";
import { addressOf, allPictures, asField, type Picture, scene } from "./media.ts";
import { objectIn } from "./object-in.ts";
import { sceneFor } from "./pictures.ts";
import { richText, titleOf } from "./rich-text.ts";
import type { Entry, Insight, Masterclass, PageCopy, Variant } from "./shapes.ts";

const categoryId = (name: string) => categoryTerms.findIndex(([known]) => known === name) + 1;
const tagNames: readonly string[] = tagTerms;
const tagId = (name: string) => tagNames.indexOf(name) + 11;

const flag = (on: boolean, variant?: Variant) => (variant === "flags as text" ? (on ? "1" : "0") : on);

function imageField(picture: Picture, variant?: Variant) {
  if (variant === "image is missing") return false;
  if (variant === "image is an id") return picture.id;
  return variant === "image is an address" ? addressOf(picture) : asField(picture);
}

type Common = {
  title: string;
  excerpt: string;
  content: string;
  date: string;
  modified: string;
  type: string;
  base: string;
};

const commonItem = (id: number, slug: string, status: string, parts: Common) => ({
  id,
  date: parts.date,
  date_gmt: gmtOf(parts.date),
  guid: { rendered: `{site}/?p=${id}` },
  modified: parts.modified,
  modified_gmt: gmtOf(parts.modified),
  slug,
  status,
  type: parts.type,
  link: `{site}/${parts.base}${slug}/`,
  title: { rendered: titleOf(parts.title) },
  content: { rendered: parts.content, protected: false },
  excerpt: { rendered: richText(parts.excerpt), protected: false },
});

function postEntry(
  post: Insight | Masterclass,
  type: "insight" | "masterclass",
  picture: Picture,
  content: string,
  acf: unknown,
): Entry {
  const { id, slug, title, date, variant } = post;
  const draft = "draft" in post;
  const featured = variant === "image is missing" || variant === "no custom fields" ? 0 : picture.id;
  const [categories, tags] = [[categoryId(post.category)], post.tags.map(tagId)];
  const common: Common = { title, excerpt: post.excerpt, content, date, modified: date, type, base: `${type}/` };
  const item = {
    ...commonItem(id, slug, draft ? "draft" : "publish", common),
    featured_media: featured,
    template: "",
    meta: [],
    categories,
    tags,
    acf,
  };
  const words = `${title} ${post.excerpt} ${post.blocked ? "" : post.body}`.toLowerCase();
  return {
    id,
    type,
    slug,
    title,
    date,
    modified: date,
    draft,
    blocked: post.blocked ?? false,
    words,
    categories,
    tags,
    featured,
    item,
  };
}

function insightEntry(post: Insight, at: number): Entry {
  const picture = scene(post.id + 1000, post.slug, sceneFor(post.slug, at * 4 + 1), post.date);
  const body = richText(post.body);
  // Sites older than their custom fields have the text in the editor's own field.
  if (post.variant === "no custom fields") return postEntry(post, "insight", picture, body, []);
  const pasted =
    '<p onclick="void 0">With thanks to those who read a draft.</p>\n<script>window.pastedByAnEditor = true;</script>\n';
  return postEntry(post, "insight", picture, "", {
    main_insight_image: imageField(picture, post.variant),
    insight_content: post.variant === "pasted script" ? body + pasted : body,
    member_only: flag(post.blocked ?? false, post.variant),
    block_content: flag(post.blocked ?? false, post.variant),
  });
}

function masterclassEntry(post: Masterclass, at: number): Entry {
  const slideOf = (part: string, slide: number) =>
    scene(post.id + 1000 + slide * 100, post.slug + part, sceneFor(post.slug, at * 2 + slide * 3), post.date);
  const first = slideOf("", 0);
  const slides = [first, slideOf("-room", 1), slideOf("-notes", 2)];
  const url = `{site}/contact?about=${post.slug}`;
  return postEntry(post, "masterclass", first, "", {
    main_insight_image: imageField(first, post.variant),
    slider_images:
      post.variant === "slides are false"
        ? false
        : slides.map((slide) => (post.variant === "slides as ids" ? slide.id : asField(slide))),
    masterclass_content: richText(post.body),
    member_only: flag(post.blocked ?? false, post.variant),
    block_content: flag(post.blocked ?? false, post.variant),
    ticket_booking: {
      masterclass_date: post.variant === "date unformatted" ? post.day.replaceAll("-", "") : dayInWords(post.day),
      masterclass_time: post.time,
      master_class_address: post.address,
      booking_button: post.variant === "link as text" ? url : { title: "Reserve a place", url, target: "" },
      booking_button_text: "Reserve a place",
      button_text_in_banner: "Reserve a place",
      button_text_in_similar_posts: "See the event",
    },
  });
}

function pageEntry(page: PageCopy): Entry {
  const { id, slug, title, modified } = page;
  const date = "2026-09-01T09:00:00";
  const common: Common = {
    title,
    excerpt: "",
    content: richText(page.body ?? ""),
    date,
    modified,
    type: "page",
    base: "",
  };
  const item = {
    ...commonItem(id, slug, "publish", common),
    featured_media: 0,
    parent: 0,
    menu_order: 0,
    comment_status: "closed",
    ping_status: "closed",
    template: "",
    meta: [],
    acf: page.acf,
  };
  const words = `${title} ${page.body ?? ""}`.toLowerCase();
  return {
    id,
    type: "page",
    slug,
    title,
    date,
    modified,
    draft: false,
    blocked: false,
    words,
    categories: [],
    tags: [],
    featured: 0,
    item,
  };
}

function pictureEntry(picture: Picture): Entry {
  const { id, title, alt, date, width, height } = picture;
  const slug = picture.file.split("/").at(-1)?.replace(".svg", "") ?? "";
  const field = asField(picture);
  const {
    content: _none,
    excerpt: _none_either,
    ...common
  } = commonItem(id, slug, "inherit", {
    title,
    excerpt: "",
    content: "",
    date,
    modified: date,
    type: "attachment",
    base: "",
  });
  const item = {
    ...common,
    alt_text: alt,
    caption: { rendered: "" },
    description: { rendered: "" },
    media_type: "image",
    mime_type: "image/svg+xml",
    media_details: {
      width,
      height,
      file: picture.file,
      sizes: { full: { file: field.filename, width, height, mime_type: "image/svg+xml", source_url: field.url } },
    },
    source_url: field.url,
    meta: [],
    acf: [],
  };
  return {
    id,
    type: "attachment",
    slug,
    title,
    date,
    modified: date,
    draft: false,
    blocked: false,
    words: title,
    categories: [],
    tags: [],
    featured: 0,
    item,
  };
}

const posts = [...insights.map(insightEntry), ...masterclasses.map(masterclassEntry)];

/** All entries. Pictures come last, because items register theirs while they are built. */
export const allEntries: Entry[] = [...pages.map(pageEntry), ...posts, ...allPictures().map(pictureEntry)];

const byId = new Map(allEntries.map((entry) => [entry.id, entry]));
if (byId.size !== allEntries.length) throw new Error("Two pieces of content have the same id");
/** The entry with this id, draft or published; undefined when there is none. */
export const entryOf = (id: number) => byId.get(id);

const richFields = ["insight_content", "masterclass_content"];

/** The item for a reader without the content key: of a blocked one, only the fields that cards show. */
export function withoutBlockedBody(entry: Entry): Record<string, unknown> {
  if (!entry.blocked) return entry.item;
  const acf = { ...objectIn(entry.item.acf) };
  for (const field of richFields) if (field in acf) acf[field] = "";
  if (acf.ticket_booking) acf.ticket_booking = { ...objectIn(acf.ticket_booking), booking_button: null };
  return { ...entry.item, content: { rendered: "", protected: true }, acf };
}
