import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { type ExportFormat, exportFormats, exportPath } from "@plumbline/contract/exports.ts";
import { isRecord } from "@plumbline/contract/records.ts";
import { z } from "zod";
import type { Member } from "../auth/members.ts";
import type { AppContext } from "../context.ts";
import { pageAfter } from "../database/numbered-pages.ts";
import { append } from "../outbox/outbox.ts";
import { type Cell, csvLine, csvType, inChunks } from "./csv.ts";
import { Download } from "./download.ts";
import type { Call, Route } from "./endpoints.ts";
import { serialiserSchemaOf } from "./json-schemas.ts";

// Every list of the back office can be downloaded as CSV and as JSON (decision 79): its handler returns page after
// page, by key, while the file is sent, so that a file of a million rows takes the memory of a page.

/** How many rows are read at once. */
const rowsAtOnce = 500;

type Entry = Record<string, unknown>;
type Page = { entries: Entry[]; more?: boolean };
type List = Declaration & { output: z.ZodObject<{ entries: z.ZodArray<z.ZodObject> }> };

/** Whether an endpoint returns a list of the back office: paged entries that are not those of a single record. */
export function isList(declaration: Declaration): declaration is List {
  const { method, for: who, params, output, exported = placeIn(declaration) !== null } = declaration;
  if (method !== "GET" || who !== "staff" || params || !exported || !(output instanceof z.ZodObject)) return false;
  const { entries } = output.shape;
  return entries instanceof z.ZodArray && entries.element instanceof z.ZodObject;
}

/** The query parameter that says where a list goes on; null for a list that is answered as a whole. */
const placeIn = ({ query }: Declaration) =>
  (["page", "before", "after"] as const).find((name) => query && name in query.shape) ?? null;

/** The list's endpoints for files, derived from the list itself (row G-88). */
function exportOf(list: List, format: ExportFormat): Declaration {
  const place = placeIn(list);
  const filters = Object.entries(list.query?.shape ?? {}).filter(([name]) => name !== place);
  return {
    method: "GET",
    path: exportPath(list, format),
    for: list.for,
    ...(list.area && { area: list.area }),
    ...(list.mayBeStale && { mayBeStale: true }),
    summary: `All rows of ${list.path} that satisfy the filters, in the list's order, as ${format === "csv" ? "CSV in UTF-8" : "an array with a line a row"}. The audit keeps who took what.`,
    ...(filters.length > 0 && { query: z.object(Object.fromEntries(filters)) }),
    output: format === "csv" ? z.unknown() : list.output.shape.entries,
    type: format === "csv" ? "text/csv" : "application/json",
    limit: 60,
    exportOf: list,
  };
}

/** The routes of the files of all lists among these. */
export function exportsOf(context: AppContext, routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => {
    const { declaration } = route;
    if (!isList(declaration)) return [];
    return exportFormats.map((format) => exportRoute(context, route, declaration, format));
  });
}

function exportRoute(context: AppContext, route: Route, list: List, format: ExportFormat): Route {
  const name = list.path.split("/").slice(3).join("-");
  return {
    declaration: exportOf(list, format),
    run: async (call: Call<Declaration>) => {
      const pages = pagesOf(route, list, call);
      // Before the answer begins, so that a failure is still one.
      const first = await pages.next();
      await noteExport(context, call.member, { list: name, format, query: call.query });
      const all = (async function* () {
        for (let page = first; !page.done; page = await pages.next()) yield page.value;
      })();
      const serialise = call.reply.compileSerializationSchema(serialiserSchemaOf(list.output.shape.entries.element));
      const body = await inChunks(format === "csv" ? csvOf(list, all) : jsonOf(all, serialise));
      return new Download(body, { type: format === "csv" ? csvType : "application/json", name: `${name}.${format}` });
    },
  };
}

/** Page after page of a list, as its own handler answers them. */
async function* pagesOf(route: Route, list: List, call: Call<Declaration>): AsyncGenerator<Entry[]> {
  const place = placeIn(list);
  const { key, id } = list.output.shape.entries.element.shape;
  // A list with numbers as ids goes on after an id; the others are short.
  const byId = place !== "page" || id instanceof z.ZodNumber;
  let at: unknown = place !== "page" ? undefined : byId ? pageAfter(null) : 1;
  for (let number = 1; ; number += 1) {
    const query = place ? { ...call.query, [place]: at } : call.query;
    const page = await route.run({ ...call, query, most: rowsAtOnce });
    if (!isPage(page)) throw new Error(`${list.path} answers no entries`);
    if (page.entries.length > 0) yield page.entries;
    const last = page.entries.at(-1);
    if (!place || !last || page.more === false) return;
    if (place === "page") at = byId ? pageAfter(Number(last["id"])) : number + 1;
    else at = last[key ? "key" : "id"];
  }
}

const isPage = (answer: unknown): answer is Page => isRecord(answer) && Array.isArray(answer["entries"]);

type Noted = { list: string; format: ExportFormat; query: object };

/** Records in the audit who downloads which list, and with which filters. */
async function noteExport(
  { database, clock }: AppContext,
  { id }: Member,
  { list, format, query }: Noted,
): Promise<void> {
  const filters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${value}`],
  );
  const data = { list, format, filters: filters.join(" ") };
  // The list itself may have come from a replica.
  await append(database.db, { kind: "list.exported", actorId: id, subjectId: 0, data }, clock.now());
}

async function* csvOf(list: List, pages: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  const columns = columnsOf(list.output.shape.entries.element);
  yield `\uFEFF${csvLine(columns.map(({ heading }) => heading))}`;
  for await (const page of pages)
    yield page.map((entry) => csvLine(columns.map(({ path, of }) => of(at(entry, path))))).join("");
}

async function* jsonOf(pages: AsyncIterable<Entry[]>, serialise: (entry: Entry) => string): AsyncGenerator<string> {
  let before = "[\n";
  for await (const page of pages) {
    yield page.map((entry, index) => `${index === 0 ? before : ",\n"}${serialise(entry)}`).join("");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

type Column = { heading: string; path: string[]; of: (value: unknown) => Cell };

/** The columns of a row: each field that is a value, those of objects in it by both names, lists as one text. */
function columnsOf(schema: z.ZodObject, path: readonly string[] = []): Column[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    // The actions that are allowed now are left out of a file.
    if (name.startsWith("allowed_")) return [];
    const of = bare(field);
    const here = [...path, name];
    return of instanceof z.ZodObject ? columnsOf(of, here) : [{ heading: headingOf(here), path: here, of: cellOf }];
  });
}

/** A schema without what makes it optional or nullable. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return bare(schema.unwrap());
  return schema;
}

/** "Joined at", "Customer: name". */
const headingOf = (path: readonly string[]) => {
  const words = path.map((name) => name.replaceAll("_", " ")).join(": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isObject = (value: unknown): value is Entry => typeof value === "object" && value !== null;
const at = (entry: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), entry);

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(textOf).join("; ");
  return textOf(value);
}

const textOf = (value: unknown): string =>
  isObject(value)
    ? Object.values(value)
        .filter((part) => part !== null && part !== undefined)
        .map(textOf)
        .join(": ")
    : String(value);
