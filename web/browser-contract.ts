import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { z } from "zod";
import type { ParameterRule } from "./app/parameter-rules.ts";
import { resolveAsWritten } from "./as-written.ts";

/** Whether a module is a file of the contract that declares endpoints. */
const declaresEndpoints = (id: string): boolean =>
  /\/contract\/[\w-]+\/[\w-]+\.ts$/.test(id) && /from "\.\.\/(endpoint|lists)\.ts"/.test(readFileSync(id, "utf8"));

/**
 * The contract as the browser needs it (ADR-027). An endpoint is an address there: what the server checks and answers is
 * known when it is compiled. So each file that declares endpoints is replaced by these without schemas, and by its plain
 * values. Only a `forms.ts`, which pages fetch once they are drawn, gets the file as it is written, with the schemas and
 * their library; a schema that is imported elsewhere ends the build.
 */
export function browserContract(): Plugin {
  return {
    name: "browser-contract",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: {
      order: "pre",
      async handler(source, importer = "") {
        if (!source.endsWith(".ts") || !/\/forms\.ts$|\?as-written$/.test(importer)) return null;
        return resolveAsWritten(this, { source, importer, isReplaced: declaresEndpoints });
      },
    },
    async load(id) {
      if (!declaresEndpoints(id)) return null;
      const exported: Record<string, unknown> = await import(pathToFileURL(id).href);
      const lines = Object.entries(exported).flatMap(([name, value]) => {
        const text = textOf(value);
        return text === null ? [] : [`export const ${name} = ${text};`];
      });
      const rules = JSON.stringify(fileURLToPath(new URL("./app/parameter-rules.ts", import.meta.url)));
      return { code: [`import { parameters } from ${rules};`, ...lines].join("\n"), moduleSideEffects: false };
    },
    transform(code, id) {
      if (/\/contract\/.*\.ts(\?as-written)?$/.test(id)) return { moduleSideEffects: false };
      const missing = schemasUsed(code);
      if (missing)
        this.error(`${missing} is not in the browser: export the schema by a name, and use it in a forms.ts`);
      return null;
    },
  };
}

/** An endpoint's schema that a module of the web uses, if any: `createReview.body`. */
function schemasUsed(code: string): string | undefined {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*"@plumbline\/contract\/[\w-]+\/[\w-]+\.ts"/g);
  const names = [...imports].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim().split(" ").at(-1)));
  const use = names.length > 0 && new RegExp(`\\b(${names.filter(Boolean).join("|")})\\.(params|body|output)\\b`);
  return use ? use.exec(code)?.[0] : undefined;
}

/** An export as source text, or null for a schema or a function. */
function textOf(value: unknown): string | null {
  if (!isEndpoint(value)) return isPlain(value) ? JSON.stringify(value) : null;
  // What web/app/call.ts and web/app/shell/may.tsx need of a declaration; how often it is called is the server's business.
  const { method, path, area, upload, query } = value;
  const text = JSON.stringify({ method, path, area, upload });
  const rules = query && rulesOf(query.shape);
  return rules ? `{ ...${text}, query: /*#__PURE__*/ parameters(${JSON.stringify(rules)}) }` : text;
}

type Endpoint = {
  method: string;
  path: string;
  area?: string;
  upload?: object;
  query?: { shape: Record<string, z.ZodType> };
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "output" in value;

/** Made of texts, numbers, truth values, lists and objects alone. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object" || value === null) return value === null || /string|number|boolean/.test(typeof value);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

/** What the query parameters may be, as data, or null where one is more than `parameter-rules.ts` can check. */
export function rulesOf(shape: Record<string, z.ZodType>): Record<string, ParameterRule> | null {
  const rules: Record<string, ParameterRule> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const rule = ruleOf(schema);
    if (!rule) return null;
    rules[name] = rule;
  }
  return rules;
}

function ruleOf(schema: z.ZodType): ParameterRule | null {
  const { $schema: _1, default: _2, ...said } = z.toJSONSchema(schema, { io: "input" });
  const { type, format, maxLength, pattern, enum: values, const: only, minimum, maximum, ...unknown } = said;
  if (Object.keys(unknown).length > 0) return null;
  if (type === "integer") return { from: minimum ?? 0, to: maximum ?? 0 };
  if (type !== "string") return null;
  if (format === "date") return { day: true };
  if (values ?? only) return { oneOf: (values ?? [only]).map(String) };
  return { ...(maxLength === undefined ? {} : { maxLength }), ...(pattern === undefined ? {} : { pattern }) };
}
