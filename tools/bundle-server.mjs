// Writes the server as one program, server/build/main.js and its parts (ADR-045): a start reads a few files instead of the
// 1,500 of the server, the contract, the sandbox and their libraries.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { oneByte } from "./one-byte.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "server", "build");

/** What is started: the server, the commands that npm run and plumbline know, and what tools/setup.mjs prepares with. */
const commands = ["doctor", "staff", "stripe-setup", "files-to-s3", "audit", "figures"];
const preparing = ["empty-database", "demo-data"];
const input = {
  main: "server/main.ts",
  backup: "server/backup/command.ts",
  ...Object.fromEntries([...commands, ...preparing].map((name) => [name, `server/${name}.ts`])),
};

/**
 * Libraries that are not bundled: they have native code, read files of their own folder, start workers, or import
 * optional parts.
 */
const external = [/^sharp$/, /^@electric-sql\//, /^pino$/, /^pg-native$/, /^vite$/];

/** Our own files find others (migrations, texts, workers) from where they are, which stays true in the bundle. */
const ownLocation = {
  name: "own-location",
  transform(code, id) {
    if (id.includes("node_modules") || !code.includes("import.meta.url")) return null;
    const place = JSON.stringify(relative(folder, id).split(sep).join("/"));
    return { code: code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`), map: null };
  },
};

const bundle = await rolldown({
  cwd: root,
  input,
  platform: "node",
  external,
  plugins: [ownLocation, oneByte],
  logLevel: "warn",
});
const { output } = await bundle.generate({ dir: folder, chunkFileNames: "[name]-[hash].js", comments: false });
await bundle.close();

/** What a file holds now, or nothing where there is none. */
function contentOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

// A process may start from the folder meanwhile: unchanged files stay, and a changed file is replaced as a whole. Parts
// are written before the programs that import them, and files that are no longer imported are removed last.
mkdirSync(folder, { recursive: true });
const files = output.map((file) => ({
  name: file.fileName,
  text: file.code ?? file.source,
  isEntry: file.isEntry === true,
}));
for (const { name, text } of files.sort((one, other) => Number(one.isEntry) - Number(other.isEntry))) {
  const path = join(folder, name);
  if (contentOf(path) === text) continue;
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
const written = new Set(files.map(({ name }) => name));
for (const name of readdirSync(folder)) if (!written.has(name)) rmSync(join(folder, name), { recursive: true });
