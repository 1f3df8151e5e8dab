import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin } from "vite";
import routes from "./app/routes.ts";
import { asWritten, resolveAsWritten } from "./as-written.ts";

/**
 * The layouts below which the server draws nothing, because it knows no session (rule 14): they have a client loader
 * alone, and the server draws their HydrateFallback.
 */
const drawnByBrowsers = ["layouts/members-layout.tsx", "layouts/staff-layout.tsx"];

/** What the server reads of a page that it does not draw: what belongs into the document's head, and how it is hydrated. */
const readExports = ["meta", "links", "handle"];
/** What only a page that the server draws can have. */
const serverExports = ["loader", "action", "headers"];

const exportsAmong = (names: readonly string[], text: string): string[] =>
  names.filter((name) => new RegExp(`^export (async )?(const|function) ${name}\\b`, "m").test(text));

const files = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...files(children)]);

const pagesBelow = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) =>
    drawnByBrowsers.includes(file) ? files(children) : pagesBelow(children),
  );

/**
 * The members' pages as the server needs them: their titles. Their components, the form kit and the contract's schemas
 * behind them stay out of its bundle (ADR-054).
 */
export function serverPages(): Plugin {
  const app = fileURLToPath(new URL("./app/", import.meta.url));
  const pages = new Set(pagesBelow(routes).map((file) => app + file));
  return {
    name: "server-pages",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    // Whoever imports such a page, but for the list of routes, wants another of its exports.
    resolveId: {
      order: "pre",
      async handler(source, importer = "") {
        if (!source.endsWith("-page.tsx") || importer.includes("virtual:react-router")) return null;
        return resolveAsWritten(this, { source, importer, isReplaced: (id) => pages.has(id) });
      },
    },
    load(id) {
      if (!pages.has(id)) return null;
      const text = readFileSync(id, "utf8");
      const [refused] = exportsAmong(serverExports, text);
      if (refused) this.error(`${id} has a ${refused}, but the server does not draw it: it is below a members' layout`);
      const names = exportsAmong(readExports, text);
      // The router takes a route without a component for one that answers no page.
      const lines = ["export default () => null;"];
      if (names.length > 0) lines.push(`export { ${names.join(", ")} } from ${JSON.stringify(id + asWritten)};`);
      return lines.join("\n");
    },
    transform(_code, id) {
      // Our modules do nothing when they are loaded, so that what nothing drawn here uses is left out with all it imports.
      return /\/(contract|web\/app)\/.*\.tsx?(\?as-written)?$/.test(id) ? { moduleSideEffects: false } : null;
    },
  };
}
