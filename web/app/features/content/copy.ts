import { emphasised, linkOf, pictureOf, plain, rowsOf } from "./text.ts";

type Fields = Record<string, unknown>;

/** The hero of a page as editors fill it in; `otherwise` is shown while the content is unknown. */
export function heroOf(fields: Fields, otherwise: { title: string; description: string }) {
  return {
    title: emphasised(fields.hero_title || otherwise.title),
    description: plain(fields.hero_description) || otherwise.description,
    picture: pictureOf(fields.hero_image),
  };
}

/** Sections of text and a picture, side by side. */
export function sectionsOf(value: unknown) {
  return rowsOf(value).map(({ title, content, image }) => ({
    title: plain(title),
    html: typeof content === "string" ? content : "",
    picture: pictureOf(image),
  }));
}

/** The closing section of a page, with one action; null where editors gave none. */
export function closingOf(fields: Fields) {
  const title = plain(fields.bottom_title);
  if (!title) return null;
  return {
    title,
    text: plain(fields.bottom_description) || plain(fields.bottom_content),
    button: plain(fields.bottom_button),
    link: linkOf(fields.bottom_link),
  };
}

export type HeroCopy = ReturnType<typeof heroOf>;
export type SectionCopy = ReturnType<typeof sectionsOf>[number];
export type ClosingCopy = NonNullable<ReturnType<typeof closingOf>>;
