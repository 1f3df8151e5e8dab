import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// The architecture's rules about which code belongs where; each message says why and what to do instead.

type Rule = { where: RegExp; except?: RegExp; forbidden: RegExp; reason: string };

const rules: Rule[] = [
  {
    where: /^contract\//,
    forbidden: /from "(node:|react|fastify|drizzle-orm|@plumbline\/(server|web|sandbox))/,
    reason: "The contract is pure: the browser and the server both run it. Pass what you need as an argument.",
  },
  {
    where: /^sandbox\//,
    forbidden: /from "(@plumbline\/(server|web|contract)|(\.\.\/)+(server|web|contract)\/)/,
    reason: "The sandbox stands for external services: it knows the provider's protocol and none of our code.",
  },
  {
    where: /^web\/app\//,
    forbidden: /from "(@plumbline\/(server|sandbox)|(\.\.\/)+(server|sandbox)\/)/,
    reason: "The web calls the server only through the contract's endpoints and call().",
  },
  {
    where: /^web\/app\//,
    except: /\/forms\.ts$|\.test\.ts$|^web\/app\/(ui\/check|list-filters)\.ts$/,
    forbidden: /^import \{.*\} from "(zod|@plumbline\/contract\/(fields|lists)\.ts)"|\.safeParse\(/,
    reason:
      "The browser gets schemas late and from a forms.ts alone (ADR-027): check with useSchemaForm or useCheck, and put what both sides compute into rules.ts.",
  },
  {
    where: /^web\/app\/ui\//,
    forbidden: /from "(\.\.\/)+features\//,
    reason: "The UI kit does not depend on features: pass the component what it shows.",
  },
  {
    where: /^web\/app\/features\//,
    forbidden: /\baccess\b.* === "(write|read|none)"/,
    reason:
      "What a role of staff may do is asked of the call that a button makes: useMay()(saveSiteText) (shell/may.tsx).",
  },
  {
    where: /^server\/features\/[^/]+\//,
    except: /\/(schema|store|[a-z-]*-?store|parties|paid|[a-z-]*-(column|join))\.ts$|\.test\.ts$|\/stores?\//,
    forbidden: /from "drizzle-orm"|\bsql`/,
    reason: "Only a feature's store.ts and what it lends (ADR-006) hold SQL. Give the query a name there.",
  },
  {
    where: /^(server|contract|sandbox|web\/app)\//,
    except:
      /^server\/(main|staff|audit|figures|files-to-s3|stripe-setup|doctor|backup\/command)\.ts$|^server\/settings\.ts$|^server\/testing\/|\.test\.tsx?$|^web\/vite\.config/,
    forbidden: /process\.env\b/,
    reason: "Settings are read once, in server/settings.ts, which reports all errors together.",
  },
  {
    where: /^server\//,
    except: /\.test\.ts$|^server\/(testing|failures|demo)\/|-thread\.ts$/,
    forbidden: /^(let |(export )?const \w+ = new (Weak)?(Map|Set)(<.*>)?\(\);)/,
    reason: "What outlives a request is built in start.ts and handed over in AppContext, not kept by a module.",
  },
  {
    where: /^server\//,
    except: /^server\/telemetry\/(otlp|sentry)\.ts$/,
    forbidden: /from "(@opentelemetry\/|@sentry\/|[./]+(telemetry\/)?(otlp|sentry)\.ts)/,
    reason: "Libraries that watch us are loaded with their setting alone: telemetry.ts imports them late (ADR-041).",
  },
  {
    where: /^server\//,
    except: /\.test\.ts$|^server\/(testing|failures)\/|^server\/files\/files\.ts$/,
    forbidden: /\brequest\.(files|file|parts|saveRequestFiles)\(/,
    reason: "Files of others come in through receiveFiles alone, which has them scanned (ADR-042): declare an upload.",
  },
  {
    where: /^server\//,
    except:
      /\.test\.ts$|^server\/(testing|failures)\/|^server\/features\/files\/actions\.ts$|^server\/doctor\/bucket\.ts$/,
    forbidden: /\bstore\.write\(/,
    reason: "Files are stored by storeUploads alone, from what receiveFiles returned (ADR-042).",
  },
  {
    where: /^server\/(features|demo)\//,
    except: /\.test\.ts$/,
    forbidden: /\bnew Date\(\)|\bDate\.now\(\)/,
    reason: "Time comes from the clock (context.clock.now()), so that tests can move it.",
  },
  {
    where: /^server\/features\//,
    except: /\.test\.ts$/,
    forbidden: /Promise\.all\(\[.*\block[A-Z]\w*\(/,
    reason: "A lock is awaited before what it protects is read: reads that begin beside it may be sent first.",
  },
  {
    where: /./,
    except: /^tools\/architecture/,
    forbidden: /\bimport\.meta\.url\)\.pathname/,
    reason: "A folder's name may have spaces or umlauts, which a URL writes otherwise: use fileURLToPath.",
  },
  {
    where: /\.(test|journey)\.tsx?$/,
    except: /^tools\/architecture/,
    forbidden: /\b(it|test|describe)\.(only|skip|todo|fixme)\b/,
    reason: "A test that does not run proves nothing: fix it or delete it.",
  },
];

const files = sourceFiles().filter((path) => /\.tsx?$/.test(path) && !path.includes("/migrations/"));

test.each(rules)("rule 19: $reason", ({ where, except, forbidden, reason }) => {
  const matching = files.filter((path) => where.test(path) && !except?.test(path));
  expect(matching.length).toBeGreaterThan(0);
  const broken = matching.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, at) =>
        forbidden.test(line) && !line.trim().startsWith("//") && !line.trim().startsWith("*")
          ? [`${path}:${at + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(broken, reason).toEqual([]);
});

/** The imports of each file within this repository, type imports included. */
const imports = new Map(
  files.map((path) => [
    path,
    [...readFileSync(path, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)]
      .map(([, address]) => posix.join(posix.dirname(path), address as string))
      .filter((target) => files.includes(target)),
  ]),
);

function cyclesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const follow = (at: string, path: readonly string[]): void => {
    if (path.includes(at)) cycles.push([...path.slice(path.indexOf(at)), at].join(" → "));
    if (path.includes(at) || done.has(at)) return;
    for (const next of graph.get(at) ?? []) follow(next, [...path, at]);
    done.add(at);
  };
  for (const at of graph.keys()) follow(at, []);
  return cycles;
}

test("rule 19: there are no import cycles, type imports included", () => {
  expect(cyclesIn(imports)).toEqual([]);
});

test("rule 19: the features of the web import each other in one direction", () => {
  const featureOf = (path: string) => /^web\/app\/features\/([^/]+)\//.exec(path)?.[1];
  const features = new Map<string, Set<string>>();
  for (const [path, targets] of imports) {
    const feature = featureOf(path);
    if (!feature) continue;
    const others = targets.flatMap((target) => featureOf(target) ?? []).filter((other) => other !== feature);
    features.set(feature, new Set([...(features.get(feature) ?? []), ...others]));
  }
  expect(features.size).toBeGreaterThan(10);
  const advice = "Move what both need to ui/, or pass the component from one page to the other.";
  expect(cyclesIn(features), advice).toEqual([]);
});

test("rule 24: the architecture names every feature of server and web, and no other", () => {
  const [, named = ""] = /^Features, by the same word everywhere: (.*?)\.\n/ms.exec(read("docs/architecture.md")) ?? [];
  const words = named
    .replace(/\([^)]*\)/g, "")
    .replace(/for staff|in the web only/g, "")
    .split(/[,;\s]+|\band\b/)
    .filter(Boolean);
  const folders = files.flatMap((path) => /^(?:server|web\/app)\/features\/([^/]+)\//.exec(path)?.[1] ?? []);
  expect(words.toSorted()).toEqual([...new Set(folders)].toSorted());
});

// Tables: each belongs to the folder of the schema.ts that declares it.

const read = (path: string) => readFileSync(path, "utf8");
const isOutside = (owner: string, path: string) =>
  !path.startsWith(`${owner}/`) && !path.startsWith(`${alsoOf[owner]}/`);
/** Shared parts whose endpoints are in a feature: both folders count as one owner. */
const alsoOf: Record<string, string> = {
  "server/auth": "server/features/accounts",
  "server/files": "server/features/files",
  "server/outbox": "server/features/audit",
};

/** The tables of the database: their names in the code and in SQL, and their owners. */
const tables = files
  .filter((path) => /^server\/.+\/schema\.ts$/.test(path))
  .flatMap((path) =>
    [...read(path).matchAll(/export const (\w+) = pgTable\(\s*"(\w+)"/g)].map(([, table = "", name = ""]) => ({
      table,
      name,
      schema: path,
      owner: dirname(path),
    })),
  );

/** The server's own code: tests, and what only they use, may read other features' tables. */
const serverCode = files.filter(
  (path) => /^server\//.test(path) && !/\.test\.ts$|^server\/(failures|testing)\/|(^|\/)schema\.ts$/.test(path),
);

/** Tables that a module names in its imports. */
function importedTables(path: string) {
  return [...read(path).matchAll(/import (?:type )?(\{[^}]*\}|\* as \w+) from "([^"]*schema\.ts)"/g)].flatMap(
    ([, names = "", from = ""]) => {
      const schema = join(dirname(path), from);
      return tables.filter(
        (each) => each.schema === schema && (names.startsWith("*") || new RegExp(`\\b${each.table}\\b`).test(names)),
      );
    },
  );
}

/** The SQL of a module: the texts of its sql`…` and sql.raw(…), without string literals. */
function sqlIn(source: string): string {
  const raw = [...source.matchAll(/sql\.raw\((?:"([^"]*)"|`([^`]*)`)/g)].map(([, one, other]) => one ?? other);
  const written = [...source.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map(({ index, 0: tag }) =>
    templateAt(source, index + tag.length),
  );
  return [...raw, ...written].join("\n").replace(/'[^']*'/g, "''");
}

/** The text of a template literal from `start`, without its inserted expressions, which are found by themselves. */
function templateAt(source: string, start: number): string {
  let text = "";
  for (let at = start, depth = 0; at < source.length; at += 1) {
    const next = source[at] as string;
    if (depth === 0 && next === "`") break;
    if (depth === 0 && source.startsWith("${", at)) [depth, at] = [1, at + 1];
    else if (depth === 0) text += next;
    else if (next === "`") at = endOf(source, at + 1);
    else depth += next === "{" ? 1 : next === "}" ? -1 : 0;
  }
  return text;
}

/** The end of an inserted expression that starts there. */
function endOf(source: string, start: number): number {
  for (let at = start, depth = 0; at < source.length; at += 1) {
    if (depth === 0 && source[at] === "`") return at;
    if (source.startsWith("${", at)) depth += 1;
    else if (depth > 0 && source[at] === "`") at = endOf(source, at + 1);
    else if (depth > 0 && source[at] === "}") depth -= 1;
  }
  return source.length;
}

const lend = "Its owner lends what you need of it: a reader, a join or a column (ADR-006).";

test("rule 19: every table has an owner, and only its owner's modules import it", () => {
  expect(tables.length).toBeGreaterThan(30);
  const all = serverCode.filter((path) => path !== "server/database/database.ts");
  const broken = all.flatMap((path) =>
    importedTables(path).flatMap(({ table, owner }) =>
      isOutside(owner, path) ? `${path} imports ${table} of ${owner}` : [],
    ),
  );
  expect(broken, lend).toEqual([]);
});

test("rule 19: only its owner's SQL names a table", () => {
  const broken = serverCode.flatMap((path) => {
    const text = sqlIn(read(path));
    return tables.flatMap(({ name, owner }) =>
      isOutside(owner, path) && new RegExp(`\\b${name}\\b`).test(text) ? `${path} names ${name} of ${owner}` : [],
    );
  });
  expect(broken, lend).toEqual([]);
  // Drizzle's relational queries would bypass the check of imports.
  expect(serverCode.filter((path) => /\b(db|tx)\.query\b(?!\.summary")/.test(read(path)))).toEqual([]);
});

test("rule 18: files are named in kebab-case, without Service, Manager, Util or Helper", () => {
  const odd = files.filter((path) => {
    const name = path.split("/").at(-1) as string;
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/.test(name) ||
      /(^|-)(service|manager|dto|utils?|helpers?|misc)\b|^common\./.test(name)
    );
  });
  expect(odd).toEqual([]);
});
