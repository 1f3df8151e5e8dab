import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Candidate } from "@plumbline/contract/matching/rules.ts";
import { fromKeys, isRecord } from "@plumbline/contract/records.ts";
import { z } from "zod";
import { factsOf } from "../../error-facts.ts";
import { changedAt } from "../../files/incoming.ts";
import { layOut, maxQuality, type Segment, traits } from "./segment.ts";

// The index in memory as a file (ADR-051): a line of JSON, the numbers of the segment as they are in memory, and the
// CRC-32 of both. It is a copy of what the table has: a file that is refused is no loss.

/** To be changed whenever the numbers' meaning does; the byte order is part of the format, too. */
const format = `1 ${endianness()}`;
/** How many bytes are read, written and checked at a time, so that other work waits for a millisecond at most. */
const sliceSize = 1 << 20;
const checksumSize = 4;
/** The age in milliseconds from which on an unfinished file is one of a killed process. */
const abandonedAfter = 3_600_000;
/** How old the state in a file may be, in milliseconds: what has changed since is read row by row. */
export const maxAge = 24 * 3_600_000;

/**
 * A state of the index: the segment, what has changed since it was built, null for a removal, and the moment until which the
 * table's changes are in it.
 */
export type IndexState = { segment: Segment; changes: ReadonlyMap<number, Candidate | null>; readUntil: Date };

const Ids = z.array(z.number().int()).readonly();
const Row = z.object({
  id: z.number().int(),
  quality: z.number().int(),
  expertiseAreaIds: Ids,
  industryIds: Ids,
  companySizeIds: Ids,
});
const Header = z.object({
  format: z.literal(format),
  id: z.uuid(),
  readUntil: z.iso.datetime(),
  /** How many advisors there are of each quality, from 0 on. */
  counts: Ids,
  /** The entries of each trait, in the order of their bitmaps. */
  entries: z.object(fromKeys(traits, () => Ids)),
  changes: z.array(z.tuple([z.number().int(), Row.nullable()])),
});
type Header = z.infer<typeof Header>;

const pathIn = (folder: string) => join(folder, "index");

/**
 * Writes a state to the file in `folder`, in place of the one that is there. `note` is given the id of the new file once all of
 * it is on the disk, and before it can be found: the database that remembers it has all changes that are in the file.
 */
export async function writeIndexFile(
  folder: string,
  { segment, changes, readUntil }: IndexState,
  note: (id: string) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  const counts = Array<number>(maxQuality + 1).fill(0);
  for (const { quality, count } of segment.blocks) counts[quality] = count;
  const header: Header = {
    format,
    id,
    readUntil: readUntil.toISOString(),
    counts,
    entries: fromKeys(traits, (trait) => [...segment.marks[trait].keys()]),
    changes: [...changes],
  };
  const partial = `${pathIn(folder)}.${id}`;
  try {
    const file = await open(partial, "wx", 0o600);
    try {
      await writeSegment(file, header, segment);
      await file.sync();
    } finally {
      await file.close();
    }
    await note(id);
    await rename(partial, pathIn(folder));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Writes the header as a line, the numbers, and a checksum of both. */
async function writeSegment(file: FileHandle, header: Header, segment: Segment): Promise<void> {
  let checksum = 0;
  const write = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += sliceSize) {
      const slice = bytes.subarray(at, at + sliceSize);
      checksum = crc32(slice, checksum);
      await file.writeFile(slice);
    }
  };
  const text = JSON.stringify(header);
  // Numbers of four bytes are read where they are, which has to be a multiple of four.
  const line = `${text}${" ".repeat(3 - (Buffer.byteLength(text) % 4))}\n`;
  await write(Buffer.from(line));
  await write(bytesOf(segment.ids));
  for (const trait of traits) for (const bits of segment.marks[trait].values()) await write(bytesOf(bits));
  const end = Buffer.alloc(checksumSize);
  end.writeUInt32LE(checksum);
  await file.writeFile(end);
}

/** Removes what killed processes have left in the folder. */
export async function clearAbandoned(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (path === pathIn(folder)) continue;
    const written = await changedAt(path);
    if (written && now.getTime() - written.getTime() > abandonedAfter) await rm(path, { force: true });
  }
}

const bytesOf = (numbers: Int32Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Why a file is not used. */
export type Refusal = { refused: string };

/**
 * The state in the file of `folder`, or why it is refused: a damaged or unreadable one, one of another format, older than
 * `maxAge` or from the future, and one whose id `isKnown` does not know. Null where there is none.
 */
export async function readIndexFile(
  folder: string,
  now: Date,
  isKnown: (id: string) => Promise<boolean>,
): Promise<IndexState | Refusal | null> {
  const content = await contentOf(pathIn(folder)).catch((error) => {
    if (factsOf(error).code === "ENOENT") return null;
    return { refused: `it cannot be read (${factsOf(error).code})` };
  });
  if (content === null || "refused" in content) return content;
  const { bytes, checksum } = content;
  const length = bytes.indexOf(0x0a) + 1;
  const given = jsonOf(bytes.subarray(0, length));
  // Before the checksum, whose place depends on the format.
  if (isRecord(given) && given["format"] !== format) return { refused: "it is of another format" };
  const header = Header.safeParse(given).data;
  if (!header || bytes.readUInt32LE(bytes.length - checksumSize) !== checksum) return { refused: "it is damaged" };
  const readUntil = new Date(header.readUntil);
  if (readUntil > now) return { refused: "it is from the future" };
  if (now.getTime() - readUntil.getTime() > maxAge) return { refused: "it is older than a day" };
  if (!(await isKnown(header.id))) return { refused: "the database does not know it" };
  const segment = segmentIn(bytes.subarray(length), header);
  return { segment, changes: new Map(header.changes), readUntil };
}

function jsonOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return null;
  }
}

/** All bytes of a file, and the CRC-32 of all but the last four. */
async function contentOf(path: string): Promise<{ bytes: Buffer; checksum: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // Of its own memory and not of Node's pool, so that the numbers begin at a multiple of four.
    const bytes = Buffer.from(new ArrayBuffer(size));
    let checksum = 0;
    for (let at = 0; at < size; ) {
      const read = await readSlice(file, bytes, at);
      const covered = bytes.subarray(at, Math.min(at + read, size - checksumSize));
      checksum = crc32(covered, checksum);
      at += read;
    }
    return { bytes, checksum };
  } finally {
    await file.close();
  }
}

/** Reads up to a slice to its place; returns how many bytes. Throws when the file has become shorter. */
async function readSlice(file: FileHandle, to: Buffer, at: number): Promise<number> {
  const { bytesRead } = await file.read(to, at, Math.min(sliceSize, to.length - at), at);
  if (bytesRead === 0) throw new Error("the file has become shorter");
  return bytesRead;
}

/** The segment whose numbers these are, as views of them. */
function segmentIn(numbers: Buffer, { counts, entries }: Header): Segment {
  const { blocks, ranks } = layOut(counts);
  const words = ranks >> 5;
  let at = numbers.byteOffset;
  const next = (length: number) => {
    const view = new Int32Array(numbers.buffer, at, length);
    at += view.byteLength;
    return view;
  };
  const ids = next(ranks);
  const marks = fromKeys(traits, (trait) => new Map(entries[trait].map((id) => [id, next(words)])));
  return { ids, blocks, marks, none: new Int32Array(words) };
}
