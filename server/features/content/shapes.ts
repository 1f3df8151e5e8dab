import { dayOf } from "@plumbline/contract/dates.ts";
import { maxId } from "@plumbline/contract/fields.ts";
import { z } from "zod";

// What WordPress sends, or a plugin of its editors in place of that. A field that is not what it should be counts as empty.

const id = z.int().min(1).max(maxId);
const ids = z
  .array(id.nullable().catch(null))
  .transform((list) => list.filter((each) => each !== null))
  .optional()
  .catch([]);
const name = z.string().min(1);
/** A day with a time, without a time zone as WordPress has it; empty where there is no such day. */
const moment = z
  .string()
  .transform((text) => {
    const [day = "", time = "00:00:00"] = text.split(/[T ]|Z$|[+-]\d{2}:\d{2}$/);
    return dayOf(`${day}T${time}Z`) ? `${day}T${time}` : "";
  })
  .catch("");
const rendered = z.object({ rendered: z.string() });
const title = rendered.catch({ rendered: "" });
const html = rendered.optional().catch(undefined);
const acf = z.record(z.string(), z.unknown()).catch({});

const Post = z.object({
  ...{ id, slug: name, date: moment, date_gmt: moment },
  ...{ title, excerpt: html, content: html, acf },
  ...{ categories: ids, tags: ids, featured_media: id.optional().catch(undefined) },
});
const Term = z.object({ id, name, slug: name, count: z.int().min(0).catch(0) });
const Page = z.object({ id, slug: z.string().catch(""), title, content: html, acf });

/** An insight or an event; null for what has no id or slug. */
export const postFrom = (value: unknown) => Post.safeParse(value).data ?? null;

/** A category or a tag; null for what has no id, name or slug. */
export const termFrom = (value: unknown) => Term.safeParse(value).data ?? null;

/** A page; null for what has no id. */
export const pageFrom = (value: unknown) => Page.safeParse(value).data ?? null;
