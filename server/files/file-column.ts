import { type SQL, sql } from "drizzle-orm";

// The parts of files that other features' queries may use (ADR-006).

/** A file's id and name as one JSON column, from an expression for the file's id; null when there is none. */
export function fileColumn(fileId: SQL): SQL<{ id: number; name: string } | null> {
  return sql`(select json_build_object('id', f.id, 'name', f.name) from files f where f.id = ${fileId})`;
}

/** A file as filesColumn returns it. */
export type AttachedFile = { id: number; name: string; size: number; contentType: string };

/** The files of a list of ids, in any order, as one array column. Takes an expression for the list. */
export function filesColumn(fileIds: SQL): SQL<AttachedFile[]> {
  return sql`array(
    select json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'contentType', f.content_type)
    from files f where f.id = any(${fileIds}))`;
}

/** The names of a list of files as one text, for the words by which they are searched. */
export function fileNamesColumn(fileIds: SQL): SQL<string> {
  return sql`(select string_agg(f.name, ' ') from files f where f.id = any(${fileIds}))`;
}
