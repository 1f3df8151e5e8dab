import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { asRecord } from "@plumbline/contract/records.ts";
import { type SiteTextName, siteTexts } from "@plumbline/contract/site-texts/catalogue.ts";
import type { ShownSiteText } from "@plumbline/contract/site-texts/contract.ts";
import { type Questions, questionsIn, typedQuestions } from "@plumbline/contract/site-texts/questions.ts";
import type { delivered as deliveredTexts, Revision } from "@plumbline/sandbox/content/revisions.ts";
import { cleanerFor } from "../content/clean.ts";
import type { StoredPicture } from "./schema.ts";
import type { SiteTextRow } from "./store.ts";

/** What the embedded content service was delivered with. */
export type Delivered = typeof deliveredTexts;

/** A text with all of its pictures. */
export type Wording = {
  title: string;
  text: string;
  button: string;
  link: string;
  pictures: StoredPicture[];
  pictureless: boolean;
};

/** The address of a picture; everybody may open it, and it does not expire. */
export const pictureAddress = (key: string): string => `/files/pictures/${key}`;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Delivered HTML as it would have been typed: paragraphs and emphasis are all that banners have. */
const typed = (html: unknown): string =>
  text(html)
    .replace(/<\/?em>/g, "*")
    .replace(/<\/p>\s*<p>/g, "\n\n")
    .replace(/<\/?p>/g, "")
    .replaceAll("&amp;", "&")
    .trim();

function pageOf({ pages }: Delivered, name: SiteTextName) {
  const page = pages.find(({ id }) => id === pageIds[siteTexts[name].page]);
  if (!page) throw new Error(`no page was delivered for ${name}`);
  return { ...page, acf: asRecord(page.acf) };
}

/** What a text was delivered as; its pictures are not among ours. */
export function deliveredWording(delivered: Delivered, name: SiteTextName): Wording {
  const { title, body = "", acf } = pageOf(delivered, name);
  const { fields } = siteTexts[name];
  const ours = (words: string) => words.replaceAll("{site}", "").trim();
  if (!fields) return { title, text: ours(body), button: "", link: "", pictures: [], pictureless: false };
  const intro = ours(typed(acf[fields.text]));
  return {
    title: typed(acf[fields.title]),
    text: fields.groups ? typedQuestions({ intro, groups: groupsIn(acf[fields.groups]) }) : intro,
    button: fields.button ? text(acf[fields.button]) : "",
    link: fields.link ? ours(text(acf[fields.link])) : "",
    pictures: [],
    pictureless: false,
  };
}

type Groups = { faq_tab_name: string; questions: { question_title: string; faq_answer: string }[] }[];

const groupsIn = (groups: unknown): Questions["groups"] =>
  // As sandbox/content delivers the page with questions.
  (groups as Groups).map(({ faq_tab_name, questions }) => ({
    name: faq_tab_name,
    questions: questions.map(({ question_title, faq_answer }) => ({
      question: question_title,
      answer: typed(faq_answer),
    })),
  }));

/** The text of a version, or what was delivered. */
export function wordingOf(delivered: Delivered, name: SiteTextName, row: SiteTextRow | undefined): Wording {
  if (row?.title == null) return deliveredWording(delivered, name);
  return {
    title: row.title,
    text: row.body ?? "",
    button: row.button ?? "",
    link: row.link ?? "",
    pictures: row.pictures,
    pictureless: row.pictureless,
  };
}

const placed = ({ key, alt, width, height }: StoredPicture) => ({ url: pictureAddress(key), alt, width, height });
const escaped = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A text's parts as the content service answers them: HTML that its reader still sanitises. */
function rendered({ richText, titleOf }: Delivered, name: SiteTextName, wording: Wording) {
  const { fields } = siteTexts[name];
  const rich = !fields || fields.rich;
  const questions = fields?.groups ? questionsIn(wording.text) : null;
  return {
    groups: questions?.groups.map(({ name: group, questions: asked }) => ({
      faq_tab_name: escaped(group),
      questions: asked.map(({ question, answer }) => ({
        question_title: escaped(question),
        faq_answer: richText(answer),
      })),
    })),
    title: titleOf(wording.title),
    text: rich
      ? richText(wording.text, fields ? [] : wording.pictures.map(placed))
      : escaped(questions?.intro ?? wording.text),
    button: escaped(wording.button),
    link: wording.link,
    picture: fields && wording.pictures[0] ? placed(wording.pictures[0]) : null,
  };
}

const clean = cleanerFor(null);

/** The picture that a banner was delivered with; null where there is none. */
export function deliveredPicture(delivered: Delivered, name: SiteTextName): ShownSiteText["picture"] {
  const field = siteTexts[name].fields?.picture;
  const given = field ? pageOf(delivered, name).acf[field] : null;
  if (!given) return null;
  // As sandbox/content delivers a banner's picture.
  const { url, alt, width, height } = given as StoredPicture & { url: string };
  return { url: url.replaceAll("{site}", ""), alt, width, height };
}

/** A text as visitors read it; a banner without a picture of ours has the delivered one, unless it is to have none. */
export function shownAs(delivered: Delivered, name: SiteTextName, wording: Wording): ShownSiteText {
  const parts = rendered(delivered, name, wording);
  const { fields } = siteTexts[name];
  const plain = fields?.groups ? delivered.richText(wording.text) : `<p>${parts.text}</p>`;
  const html = !fields || fields.rich ? parts.text : plain;
  return {
    title: text(clean(parts.title)),
    html: text(clean(html)),
    button: wording.button,
    link: wording.link,
    picture: parts.picture ?? (wording.pictureless ? null : deliveredPicture(delivered, name)),
  };
}

/** False for a text that only a newer version of the program has. */
const isSiteTextName = (name: string): name is SiteTextName => Object.hasOwn(siteTexts, name);

/** What the newest versions write over the pages of the embedded service, by the pages' ids. */
export function revisionsOf(delivered: Delivered, rows: readonly SiteTextRow[]): ReadonlyMap<number, Revision> {
  const revisions = new Map<number, Revision>();
  for (const row of rows) {
    const { name } = row;
    if (row.title === null || !isSiteTextName(name)) continue;
    const { page, fields } = siteTexts[name];
    const {
      title,
      text: html,
      groups,
      button,
      link,
      picture,
    } = rendered(delivered, name, wordingOf(delivered, name, row));
    const before = revisions.get(pageIds[page]);
    const modifiedAt = before && before.modifiedAt > row.createdAt ? before.modifiedAt : row.createdAt;
    const added = fields && {
      [fields.title]: title,
      [fields.text]: html,
      ...(fields.groups && { [fields.groups]: groups }),
      ...(fields.button && { [fields.button]: button }),
      ...(fields.link && { [fields.link]: `{site}${link}` }),
      ...(fields.picture && picture && { [fields.picture]: { ...picture, url: `{site}${picture.url}` } }),
      // As the service says that a field has no picture.
      ...(fields.picture && row.pictureless && { [fields.picture]: false }),
    };
    revisions.set(pageIds[page], {
      ...before,
      ...(!fields && { title, content: html }),
      fields: { ...before?.fields, ...added },
      modifiedAt,
    });
  }
  return revisions;
}
