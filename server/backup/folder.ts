import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { factsOf } from "../error-facts.ts";
import { CannotStart } from "../start-errors.ts";

// The format of a backup: a folder with a manifest that lists every other file with its size and SHA-256, and a
// checksum of the manifest. `tables/<name>.jsonl.gz` has one row per line, `files/<key>` are the uploads, `state/` the
// sandbox's data.

const Part = z.object({ path: z.string().regex(/^[\w.-]+\/[\w.-]+$/), bytes: z.number(), sha256: z.string() });
const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The bucket that keeps the files, which are not in the backup then. */
  bucket: z.string().optional(),
  /** The newest migration that had run, in Unix milliseconds. */
  migratedTo: z.number(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.number(), called: z.boolean() })),
  parts: z.array(Part),
});
export type Manifest = z.infer<typeof Manifest>;
export type Part = z.infer<typeof Part>;

const names = { manifest: "manifest.json", checksum: "manifest.sha256" };

/** The size and SHA-256 of a file of the backup. */
export async function partOf(folder: string, path: string): Promise<Part> {
  const hash = createHash("sha256");
  let bytes = 0;
  const pieces: AsyncIterable<Buffer> = createReadStream(join(folder, path));
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Writes the manifest last, because a folder without one is not a complete backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFile(join(folder, names.manifest), text, { mode: 0o600 });
  await writeFile(join(folder, names.checksum), `${createHash("sha256").update(text).digest("hex")}\n`, {
    mode: 0o600,
  });
}

/**
 * Answers for a file that is not there, and throws every other error on: a file that cannot be read is not missing, and
 * whoever is told so might throw the backup away.
 */
const ifMissing =
  <T>(answer: () => T) =>
  (error: unknown): T => {
    if (!["ENOENT", "ENOTDIR"].includes(factsOf(error).code ?? "")) throw error;
    return answer();
  };

/**
 * Reads the manifest and verifies every file. Throws CannotStart that lists every damaged or missing file, and the file
 * system's own error for one that cannot be read.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const noBackup = (): never => {
    throw new CannotStart(`${folder} is no backup: it has no ${names.manifest}.`);
  };
  const text = await readFile(join(folder, names.manifest), "utf8").catch(ifMissing(noBackup));
  const expected = (await readFile(join(folder, names.checksum), "utf8").catch(ifMissing(() => ""))).trim();
  if (createHash("sha256").update(text).digest("hex") !== expected)
    throw new CannotStart(`The backup in ${folder} is damaged: ${names.manifest} and ${names.checksum} do not agree.`);
  const { data: manifest } = Manifest.safeParse(JSON.parse(text));
  if (!manifest)
    throw new CannotStart(`The backup in ${folder} has another format: restore it with the Plumbline that made it.`);
  const damaged: string[] = [];
  for (const part of manifest.parts) {
    const damage = await damageOf(folder, part);
    if (damage) damaged.push(`${part.path} ${damage}`);
  }
  if (damaged.length > 0)
    throw new CannotStart(`The backup in ${folder} is damaged:\n${damaged.map((line) => `  - ${line}`).join("\n")}`);
  return manifest;
}

/** What is wrong with a file of a backup, in words that follow its name; null when nothing is. */
async function damageOf(folder: string, part: Manifest["parts"][number]): Promise<string | null> {
  const found = await partOf(folder, part.path).catch(ifMissing(() => null));
  if (!found) return "is missing";
  if (found.bytes !== part.bytes) return `has ${found.bytes} bytes instead of ${part.bytes}`;
  return found.sha256 === part.sha256 ? null : "has been changed";
}
