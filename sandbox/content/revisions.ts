import { pages } from "./copy/pages.ts";
import { gmtOf, localOf } from "./local-time.ts";
import { objectIn } from "./object-in.ts";
import { richText, titleOf } from "./rich-text.ts";
import type { Entry } from "./shapes.ts";

/** The texts that an installation's staff have changed on a page; the others are as delivered. */
export type Revision = {
  /** HTML, as are the texts among the fields. */
  title?: string;
  content?: string;
  fields: Record<string, unknown>;
  modifiedAt: Date;
};

/** The pages as delivered, and how their copy becomes HTML, for the code that applies revisions. */
export const delivered = { pages, richText, titleOf };

/** An entry with a revision in place of what was delivered. */
export function revised(entry: Entry, revision: Revision | undefined): Entry {
  if (!revision) return entry;
  const { title, content, fields } = revision;
  const modified = localOf(revision.modifiedAt);
  const { acf } = entry.item;
  return {
    ...entry,
    modified,
    words: content === undefined ? entry.words : `${title ?? entry.title} ${withoutTags(content)}`.toLowerCase(),
    item: {
      ...entry.item,
      modified,
      modified_gmt: gmtOf(modified),
      ...(title !== undefined && { title: { rendered: title } }),
      ...(content !== undefined && { content: { rendered: content, protected: false } }),
      acf: Object.keys(fields).length > 0 ? { ...objectIn(acf), ...fields } : acf,
    },
  };
}

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, " ");
