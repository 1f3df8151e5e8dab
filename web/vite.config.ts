import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { build, defineConfig, type Plugin } from "vite";
import { oneByte } from "../tools/one-byte.mjs";
import { browserContract } from "./browser-contract.ts";
import { serverPages } from "./server-pages.ts";

const minSize = /\.(js|css|svg|json|txt)$/;

/**
 * Hashed files are cached for a year, so they are compressed at the highest level once, here, instead of at each
 * request.
 */
function precompress(): Plugin {
  return {
    name: "compress-once",
    apply: "build",
    async writeBundle({ dir }) {
      if (!dir || this.environment.name !== "client") return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => minSize.test(file))
          .map(async (file) => {
            const path = join(dir, file);
            const content = await readFile(path);
            if (content.length < 1024) return;
            const hard = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content, hard));
            await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
      );
    },
  };
}

/**
 * Begins every style sheet that has a cascade layer with the order of all layers, which app/ui/base.css says. A browser
 * orders them by the sheet that comes first in the document, which need not be the one of base.css: a page that is drawn
 * anew after an error leaves the sheets in place that were loaded later.
 */
function orderedLayers(): Plugin {
  const sheet = readFileSync(new URL("./app/ui/base.css", import.meta.url), "utf8");
  const order = /^@layer [^;{]+;$/m.exec(sheet)?.[0];
  if (!order) throw new Error("app/ui/base.css does not say the order of the cascade layers");
  return {
    name: "ordered-layers",
    enforce: "pre",
    transform: { filter: { id: /\.css$/, code: "@layer" }, handler: (code) => `${order}\n${code}` },
  };
}

const target = "es2022";

/**
 * `import address from "./every-page.ts?script"`: the address of a script for pages without the application. It is
 * bundled separately, so that it shares no file with the application, and has its hash in its name.
 */
function standaloneScripts(): Plugin {
  let root = "";
  let building = false;
  const scripts = new Map<string, Promise<string>>();
  return {
    name: "standalone-scripts",
    configResolved(config) {
      root = config.root;
      building = config.command === "build";
    },
    async load(id) {
      const [file = "", query] = id.split("?");
      if (query !== "script") return null;
      if (!building) return `export default ${JSON.stringify(`/${relative(root, file)}`)};`;
      const bundling = scripts.get(file) ?? bundled(file);
      scripts.set(file, bundling);
      const code = await bundling;
      const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
      const fileName = `assets/${basename(file, ".ts")}-${hash}.js`;
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source: code });
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
  };
}

async function bundled(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target,
      modulePreload: false,
      // Only what is used of the contract, which has no side effects: a list of common passwords must not be included.
      rollupOptions: { input, treeshake: { moduleSideEffects: (id) => !id.includes("/contract/") } },
    },
  });
  const [chunk] = "output" in result ? result.output : [];
  if (chunk?.type !== "chunk" || chunk.imports.length > 0) throw new Error(`${input} is not one script`);
  return chunk.code;
}

/**
 * What every page loads, every page for members, every form, and every list without entries, in one file each instead of
 * sixty: together they are smaller, a slow network answers each request late, and the list of routes, which every page loads,
 * names the files of each page: small parts of many pages are in the file of all. The libraries have a file of their own,
 * which outlives our releases in the browsers' caches.
 */
const sharedFiles = [
  { name: "libraries", test: /\/node_modules\/(react|react-dom|scheduler|react-router|zustand)\//, priority: 5 },
  { name: "frame", test: /\/web\/app\/(root|entry\.client)\.tsx$/, priority: 4 },
  {
    name: "members",
    test: /\/web\/app\/(layouts\/(app|members|customers|advisors)-layout|ui\/(badge|empty-state|use-loaded))\.tsx?$|\/contract\/money\.ts$/,
    priority: 3,
  },
  {
    name: "fields",
    test: /\/web\/app\/ui\/(use-schema-form|form|textarea)\.tsx?$|\/@mantine\/core\/esm\/components\/(TextInput|Textarea|InputBase|Input)\//,
    priority: 2,
  },
  { name: "choices", test: /\/web\/app\/ui\/(late-inputs|select-field)\.tsx$/, priority: 1 },
  { name: "empty-page", test: /\/web\/app\/ui\/empty-page\.tsx$/, priority: 0 },
];

// Every page loads the names of all scripts, and nothing compresses a hash; the bundler takes no fewer characters. Other
// files keep the default, because the server's bundle names them too: a font by two names would be loaded twice.
const fileNames = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
};

/** A process keeps the server's bundle in memory; browsers get characters as they are, which are fewer bytes. */
const serverOneByte: Plugin = {
  ...oneByte,
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
};

export default defineConfig(({ command }) => ({
  plugins: [
    browserContract(),
    orderedLayers(),
    serverPages(),
    reactRouter(),
    standaloneScripts(),
    precompress(),
    serverOneByte,
  ],
  build: { target, assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: sharedFiles } } } } },
    ssr: { build: { rolldownOptions: { output: { comments: false } } } },
  },
  // The server's bundle in one file, with React's production build: opening a thousand small files would slow down each
  // start.
  ...(command === "build" && { ssr: { noExternal: true }, define: { "process.env.NODE_ENV": '"production"' } }),
}));
