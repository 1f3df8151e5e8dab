import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const worthwhile = /\.(js|css|svg|json|txt)$/;

/** Hashed files are served for a year, so they are squeezed as hard as possible once, here, instead of on each request. */
function compressOnce(): Plugin {
  return {
    name: "compress-once",
    apply: "build",
    async writeBundle({ dir }) {
      if (!dir || this.environment.name !== "client") return;
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => worthwhile.test(file))
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

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), compressOnce()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  // The server's half in one file, with React as it is in production: a thousand little files less to find at each start.
  ...(command === "build" && { ssr: { noExternal: true }, define: { "process.env.NODE_ENV": '"production"' } }),
}));
