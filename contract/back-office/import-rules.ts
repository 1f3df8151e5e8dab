import { emailPattern } from "../email-address.ts";
import type { Role } from "../product.ts";
import { roles } from "../product.ts";

/** The columns of a file of members, by their headings; `company` is for customers alone. */
export const importColumns = ["role", "email", "name", "company"] as const;
type ImportColumn = (typeof importColumns)[number];

export const mostImportLines = 2000;
export const mostImportCharacters = 500_000;

/** An example to fill in. */
export const importTemplate = `${importColumns.join()}\r\nadvisor,zoe@example.com,Zoë O'Brien,\r\ncustomer,priya@example.com,Priya Raman,"Tallow & Finch"\r\n`;

export type ImportProblem = { line: number; column: ImportColumn | null; message: string };
export type ImportedMember = { line: number; role: Role; email: string; name: string; company: string | null };

type Row = { line: number; cells: string[] };

/** Reads CSV as RFC 4180 and spreadsheets write it, with the line on which each row begins; null when a quotation never ends. */
function rowsOfCsv(text: string): Row[] | null {
  const source = text.replace(/^\uFEFF/, "");
  // Spreadsheets of some countries separate cells by semicolons.
  const head = source.slice(0, Math.max(0, source.search(/[\r\n]|$/)));
  const between = head.includes(";") && !head.includes(",") ? ";" : ",";
  const rows: Row[] = [];
  let cells: string[] = [];
  let [cell, line, began, quoted, wasQuoted] = ["", 1, 1, false, false];
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== "")) rows.push({ line: began, cells });
    [cell, cells, wasQuoted] = ["", [], false];
  };
  for (let at = 0; at < source.length; at += 1) {
    const next = source.charAt(at);
    // Some spreadsheets end lines with a carriage return alone.
    if (next === "\n" || (next === "\r" && source[at + 1] !== "\n")) line += 1;
    if (quoted) {
      if (next !== '"') cell += next;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (next === '"' && cell === "" && !wasQuoted) [quoted, wasQuoted] = [true, true];
    else if (next === between) {
      cells.push(cell);
      [cell, wasQuoted] = ["", false];
    } else if (next === "\n" || next === "\r") {
      if (next === "\r" && source[at + 1] === "\n") continue;
      endRow();
      began = line;
    } else cell += next;
  }
  if (quoted) return null;
  endRow();
  return rows;
}

/** What stands where bytes are no UTF-8. */
const isIllegible = (cell: string) => cell.includes("\uFFFD");
const saveAsUtf8 = "Please save the file as “CSV UTF-8”: characters in it cannot be read.";

/** Reads a file of members: the lines that are good, and what is wrong with each of the others. */
export function readImport(csv: string): { lines: number; good: ImportedMember[]; problems: ImportProblem[] } {
  const whole = (message: string) => ({ lines: 0, good: [], problems: [{ line: 1, column: null, message }] });
  const rows = rowsOfCsv(csv);
  if (!rows) return whole("A quotation mark opens a cell that never ends.");
  const [head, ...body] = rows;
  if (!head) return whole("The file is empty.");
  const names = head.cells.map((name) => name.trim().toLowerCase());
  if (names.some(isIllegible)) return whole(saveAsUtf8);
  const twice = importColumns.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) return whole(`The first line names a column twice: ${twice}.`);
  const missing = importColumns.filter((name) => name !== "company" && !names.includes(name));
  if (missing.length > 0) return whole(`The first line must name the columns; missing: ${missing.join(", ")}.`);
  if (body.length > mostImportLines) return whole(`Please split the file: at most ${mostImportLines} lines at once.`);
  const [good, problems]: [ImportedMember[], ImportProblem[]] = [[], []];
  const seen = new Map<string, number>();
  for (const { line, cells } of body) {
    const of = (name: ImportColumn) => (cells[names.indexOf(name)] ?? "").trim();
    const found: ImportProblem[] = [];
    const wrong = (column: ImportColumn | null, message: string) => found.push({ line, column, message });
    const role = roles.find((each) => each === of("role").toLowerCase());
    const [email, name, company] = [of("email").toLowerCase(), of("name"), of("company")];
    if (cells.some(isIllegible)) wrong(null, saveAsUtf8);
    if (cells.length > names.length) wrong(null, "There are more cells than columns.");
    if (!role) wrong("role", "Must be customer or advisor.");
    if (email.length > 254 || !emailPattern.test(email)) wrong("email", "Is not an e-mail address.");
    if (seen.has(email)) wrong("email", `Is the same address as in line ${seen.get(email)}.`);
    if (name === "" || name.length > 200) wrong("name", "Please enter a name of at most 200 characters.");
    if (role === "customer" && company === "") wrong("company", "A business member needs a company.");
    if (company.length > 200) wrong("company", "Please keep this under 200 characters.");
    seen.set(email, line);
    if (!role || found.length > 0) problems.push(...found);
    else good.push({ line, role, email, name, company: company || null });
  }
  return { lines: body.length, good, problems };
}
