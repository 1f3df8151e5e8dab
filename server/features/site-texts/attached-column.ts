import { type SQL, sql } from "drizzle-orm";

/** SQL condition: whether a file is a picture of any version of a public page's text. */
export function isInSiteText(fileId: SQL): SQL<boolean> {
  return sql`exists (select from site_texts t where t.file_ids <> '{}' and t.file_ids @> array[${fileId}])`;
}
