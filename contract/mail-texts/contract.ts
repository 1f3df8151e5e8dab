import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Moment, required, Whole, wholeNumber } from "../fields.ts";
import { mailTextNames } from "./catalogue.ts";

const name = z.enum(mailTextNames);
const Shown = z.object({ subject: z.string(), body: z.string() });

const MailText = z.object({
  name,
  label: z.string(),
  to: z.string(),
  placeholders: z.array(z.object({ name: z.string(), example: z.string() })),
  subject: z.string(),
  body: z.string(),
  /** 0 while nobody has changed it. */
  version: Whole,
  /** The product's own wording. */
  original: Shown,
  /** Earlier and present versions, the newest first; null wordings are the product's own. */
  versions: z.array(
    z.object({ version: Whole, subject: z.string(), body: z.string(), by: z.string(), created_at: Moment }),
  ),
});
export type MailText = z.infer<typeof MailText>;

const staff = { for: "staff", area: "content" } as const;
const base = "/api/back-office/mail-texts";
const one = { params: z.object({ name: z.enum(mailTextNames, "is not an e-mail") }) };

/** Row G-96. */
export const listMailTexts = endpoint({
  ...staff,
  method: "GET",
  path: base,
  summary:
    "The e-mails that we send: those whose wording staff can change, by group, and those that people write themselves.",
  output: z.object({
    entries: z.array(
      z.object({
        name,
        group: z.string(),
        label: z.string(),
        to: z.string(),
        subject: z.string(),
        edited_at: Moment.nullable(),
      }),
    ),
    /** The e-mails that have no wording of ours, each with the reason. */
    written: z.array(z.object({ label: z.string(), reason: z.string() })),
  }),
});

export const readMailText = endpoint({
  ...staff,
  ...one,
  method: "GET",
  path: `${base}/{name}`,
  summary: "The wording of an e-mail, with its placeholders and its versions.",
  output: MailText,
});

export const WordingForm = z.object({
  subject: required("Please write a subject.", 200).refine(
    (text) => !/\p{Cc}/u.test(text),
    "Please write it in one line.",
  ),
  body: required("Please write the text.", 5_000),
});

const version = wholeNumber("is not a version", { min: 0 });

/** Row G-92. */
export const saveMailText = endpoint({
  ...staff,
  ...one,
  method: "PUT",
  path: `${base}/{name}`,
  summary:
    "Change the wording of an e-mail, which uses each of its placeholders; refused when another version was saved meanwhile.",
  body: WordingForm.extend({ version }),
  output: MailText,
});

export const restoreMailText = endpoint({
  ...staff,
  ...one,
  method: "POST",
  path: `${base}/{name}/restore`,
  summary: "Take an earlier version again, or with 0 the product's own wording.",
  body: z.object({ of: version, version }),
  output: MailText,
});

/** Row G-93. */
export const previewMailText = endpoint({
  ...staff,
  ...one,
  method: "POST",
  path: `${base}/{name}/preview`,
  resumes: true,
  summary: "What an e-mail would say in an example.",
  body: WordingForm,
  output: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
});

/** Row G-93. */
export const testMailText = endpoint({
  ...staff,
  ...one,
  method: "POST",
  path: `${base}/{name}/test`,
  summary: "Send the example to oneself.",
  body: WordingForm,
  output: z.object({ sent_to: z.string() }),
});
