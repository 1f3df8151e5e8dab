import type { FieldErrors } from "../fields.ts";
import { type SiteTextName, siteTexts } from "./catalogue.ts";
import { questionsError } from "./questions.ts";

/** What a text has: `button` and `link` are empty where it has no button, and a banner has one picture at most. */
export type SiteWording = {
  title: string;
  text: string;
  button: string;
  link: string;
  pictures: readonly { id: number; alt: string }[];
  /** A banner shows no picture, not even the delivered one. */
  pictureless: boolean;
};

export const longestBanner = 600;
export const longestPage = 40_000;
export const mostPictures = 20;
export const notAPicture = "This is not a picture that we can show: please choose a JPEG, PNG, WebP or GIF.";

/** How many pictures a text may have: those of a page are placed in its text. */
export function mostPicturesOf(name: SiteTextName): number {
  const { fields } = siteTexts[name];
  if (!fields) return mostPictures;
  return fields.picture ? 1 : 0;
}

/** The line on which a page's picture stands, by its number from 1. */
export const pictureLine = (number: number): string => `[picture ${number}]`;
const pictureLines = /^[ \t]*\[picture (\d{1,3})\][ \t]*\r?$/gm;

/** A page's text with a picture after everything else. */
export const withPicture = (text: string, number: number): string =>
  `${text.trimEnd()}\n\n${pictureLine(number)}\n`.trimStart();

/** A page's text without the line of a picture, whose followers move up by one. */
export function withoutPicture(text: string, removed: number): string {
  return text
    .replace(pictureLines, (line, digits: string) => {
      const number = Number(digits);
      if (number === removed) return "";
      return number > removed ? pictureLine(number - 1) : line;
    })
    .replace(/\n{3,}/g, "\n\n");
}

/**
 * Where a link of a text may lead; "//elsewhere" and a backslash would be read as another site, and a parenthesis would end
 * the link.
 */
const isLink = (address: string) =>
  /^(https?:\/\/[^\s"\\()]+|mailto:[^\s"\\()]+|tel:[+\d]+|#[\w-]+|\/(?![/\\])[^\s"\\()]*)$/i.test(address);
const ownPage = /^\/(?![/\\])[^\s"\\]*$/;

function textError(name: SiteTextName, { text, pictures }: SiteWording): string | null {
  const { fields } = siteTexts[name];
  if (fields && !fields.groups && text.length > longestBanner)
    return `Please keep a banner under ${longestBanner} characters.`;
  if (fields && !fields.rich && !fields.groups) return null;
  if (/!\[/.test(text))
    return "A text takes no pictures of other places: upload one, and place it by a line such as [picture 1].";
  for (const [, address = ""] of text.matchAll(/\]\(([^)\]\n]*)/g))
    if (!isLink(address))
      return `A link leads to a page of ours (/contact), or to an https:// address: not “${address}”.`;
  if (fields?.groups) return questionsError(text);
  if (fields) return null;
  const placed = [...text.matchAll(pictureLines)].map(([, digits]) => Number(digits));
  const unknown = placed.find((number) => number < 1 || number > pictures.length);
  if (unknown !== undefined) return `There is no picture ${unknown}.`;
  const missing = pictures.findIndex((_, at) => placed.filter((number) => number === at + 1).length !== 1);
  return missing < 0 ? null : `Please place ${pictureLine(missing + 1)} once, on a line of its own.`;
}

/** What is wrong with a text for its place, by field; empty when nothing is. */
export function siteWordingErrors(name: SiteTextName, wording: SiteWording): FieldErrors {
  const errors: FieldErrors = {};
  const { fields } = siteTexts[name];
  const text = textError(name, wording);
  if (text) errors["text"] = [text];
  const most = mostPicturesOf(name);
  if (wording.pictures.length > most)
    errors["pictures"] = [
      most === 0
        ? "This banner has no picture."
        : `Please use at most ${most === 1 ? "one picture" : `${most} pictures`}.`,
    ];
  else if (new Set(wording.pictures.map(({ id }) => id)).size < wording.pictures.length)
    errors["pictures"] = ["Please use each picture once."];
  else if (wording.pictureless && !fields?.picture) errors["pictures"] = ["There is no picture here to leave out."];
  else if (wording.pictureless && wording.pictures.length > 0)
    errors["pictures"] = ["Please choose a picture or none, not both."];
  if (!fields?.button) {
    if (wording.button) errors["button"] = ["This text has no button."];
    if (wording.link) errors["link"] = ["This text has no button."];
    return errors;
  }
  if (!wording.button) errors["button"] = ["Please say what the button does."];
  if (!ownPage.test(wording.link)) errors["link"] = ["Please give a page of ours, such as /contact."];
  return errors;
}
