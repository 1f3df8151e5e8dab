import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Moment, required, Whole, wholeNumber } from "../fields.ts";
import { siteTextNames } from "./catalogue.ts";
import { longestPage, mostPictures, notAPicture } from "./rules.ts";

const name = z.enum(siteTextNames);

const SitePicture = z.object({
  id: Whole,
  /** Its address, which does not expire. */
  file: z.string(),
  alt: z.string(),
  width: Whole,
  height: Whole,
});
export type SitePicture = z.infer<typeof SitePicture>;

/** A text as visitors read it: `title` and `html` are sanitised HTML. */
const Shown = z.object({
  title: z.string(),
  html: z.string(),
  button: z.string(),
  link: z.string(),
  /** A banner's; those of a page are in its text. */
  picture: z.object({ url: z.string(), alt: z.string(), width: Whole, height: Whole }).nullable(),
});
export type ShownSiteText = z.infer<typeof Shown>;

const SiteTextView = z.object({
  name,
  label: z.string(),
  path: z.string(),
  /** Whether it is a page of its own; a banner otherwise. */
  is_page: z.boolean(),
  /** A page that consists of groups of questions. */
  has_questions: z.boolean(),
  has_button: z.boolean(),
  most_pictures: Whole,
  title: z.string(),
  text: z.string(),
  button: z.string(),
  link: z.string(),
  pictures: z.array(SitePicture),
  /** A banner that shows no picture, not even the delivered one. */
  pictureless: z.boolean(),
  /** What a banner shows while it has no picture of its own; null where none was delivered. */
  delivered_picture: Shown.shape.picture,
  /** 0 while nobody has changed it. */
  version: Whole,
  /** Earlier and present versions, the newest first; one that is `delivered` took the delivered text again. */
  versions: z.array(
    z.object({ version: Whole, title: z.string(), delivered: z.boolean(), by: z.string(), created_at: Moment }),
  ),
});
export type SiteTextView = z.infer<typeof SiteTextView>;

const staff = { for: "staff", area: "content" } as const;
const base = "/api/back-office/content";
const one = { params: z.object({ name: z.enum(siteTextNames, "is not a text") }) };

/** Row G-77. */
export const listSiteTexts = endpoint({
  ...staff,
  method: "GET",
  path: base,
  summary: "The texts of the public pages that staff can change, or the address of the content service that has them.",
  output: z.object({
    /** Null while the embedded content service is used. */
    edited_at: z.string().nullable(),
    entries: z.array(
      z.object({
        name,
        group: z.string(),
        label: z.string(),
        title: z.string(),
        path: z.string(),
        /** Null while it is as delivered. */
        changed: z.object({ at: Moment, by: z.string() }).nullable(),
      }),
    ),
  }),
});

export const readSiteText = endpoint({
  ...staff,
  ...one,
  method: "GET",
  path: `${base}/{name}`,
  summary: "A text of the public pages with its pictures and its versions; 409 while another service has the texts.",
  output: SiteTextView,
});

export const SiteWordingForm = z.object({
  title: required("Please write a title.", 120).refine((text) => !/\p{Cc}/u.test(text), "Please write it in one line."),
  text: required("Please write the text.", longestPage),
  button: z.string("is not text").trim().max(40, "Please keep this under 40 characters").default(""),
  link: z.string("is not text").trim().max(200, "Please keep this under 200 characters").default(""),
  pictures: z
    .array(z.object({ id: Id, alt: required("Please say what the picture shows.", 300) }), "must be a list")
    .max(mostPictures, "has too many entries"),
  /** A banner's: without a picture of its own it shows the delivered one, unless this says none. */
  pictureless: z.boolean("is not yes or no").default(false),
});

const version = wholeNumber("is not a version", { min: 0 });

export const saveSiteText = endpoint({
  ...staff,
  ...one,
  method: "PUT",
  path: `${base}/{name}`,
  summary:
    "Change a text of the public pages and its pictures, for visitors at once; refused when another version was saved meanwhile.",
  body: SiteWordingForm.extend({ version }),
  inSteps: true,
  output: SiteTextView,
});

export const restoreSiteText = endpoint({
  ...staff,
  ...one,
  method: "POST",
  path: `${base}/{name}/restore`,
  summary: "Take an earlier version again, or with 0 what was delivered.",
  body: z.object({ of: version, version }),
  inSteps: true,
  output: SiteTextView,
});

export const previewSiteText = endpoint({
  ...staff,
  ...one,
  method: "POST",
  path: `${base}/{name}/preview`,
  resumes: true,
  summary: "How visitors would read a text.",
  body: SiteWordingForm,
  output: Shown,
});

export const readSiteTextVersion = endpoint({
  ...staff,
  method: "GET",
  path: `${base}/{name}/versions/{version}`,
  summary: "How visitors read a version of a text; 0 is what was delivered.",
  params: one.params.extend({ version }),
  changesWith: "site_texts",
  output: Shown,
});

export const uploadSitePicture = endpoint({
  ...staff,
  method: "POST",
  path: "/api/back-office/content_pictures/file_upload",
  summary: "Upload a picture for a text of the public pages. Everybody who knows its address can see it.",
  upload: { field: "file", maxFiles: 1, wrongType: notAPicture },
  output: SitePicture,
  status: 201,
});
