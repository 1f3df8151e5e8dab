import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The house's own rules about what may stand where; each message says why, and what to do instead.

type Rule = { where: RegExp; except?: RegExp; never: RegExp; because: string };

const rules: Rule[] = [
  {
    where: /^contract\//,
    never: /from "(node:|react|fastify|drizzle-orm|@plumbline\/(server|web|sandbox))/,
    because: "The contract is pure: the browser and the server both run it. Pass what you need as an argument.",
  },
  {
    where: /^sandbox\//,
    never: /from "(@plumbline\/(server|web|contract)|(\.\.\/)+(server|web|contract)\/)/,
    because: "The sandbox is the outside world: it knows the provider's protocol and nothing of ours.",
  },
  {
    where: /^web\/app\//,
    never: /from "(@plumbline\/(server|sandbox)|(\.\.\/)+(server|sandbox)\/)/,
    because: "The web meets the server through the contract's endpoints and call().",
  },
  {
    where: /^web\/app\/ui\//,
    never: /from "(\.\.\/)+features\//,
    because: "The kit knows no word of the business: hand the part what it shows.",
  },
  {
    where: /^server\/features\/[^/]+\//,
    except: /\/(store|[a-z-]*-?store|parties|paid|[a-z-]*-column)\.ts$|\.test\.ts$|\/stores?\//,
    never: /from "drizzle-orm"|\bsql`/,
    because: "Only a feature's store.ts holds SQL, so that its tables have one home. Give the query a name there.",
  },
  {
    where: /^(server|contract|sandbox|web\/app)\//,
    except:
      /^server\/(main|staff|stripe-setup|doctor|backup\/command)\.ts$|^server\/platform\/settings\.ts$|^server\/testing\/|\.test\.tsx?$|^web\/vite\.config/,
    never: /process\.env\b/,
    because: "Settings are read once, in server/platform/settings.ts, and complain all together.",
  },
  {
    where: /^server\/(features|demo)\//,
    except: /\.test\.ts$/,
    never: /\bnew Date\(\)|\bDate\.now\(\)/,
    because: "Time comes from the clock (house.clock.now()), so that tests can move it.",
  },
  {
    where: /\.(test|journey)\.tsx?$/,
    except: /^tools\/house-rules/,
    never: /\b(it|test|describe)\.(only|skip|todo|fixme)\b/,
    because: "A test that does not run proves nothing: mend it or delete it.",
  },
];

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", "*.ts", "*.tsx"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path && !path.includes("/migrations/"));

test.each(rules)("house rule 19: $because", ({ where, except, never, because }) => {
  const concerned = files.filter((path) => where.test(path) && !except?.test(path));
  expect(concerned.length).toBeGreaterThan(0);
  const broken = concerned.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, at) =>
        never.test(line) && !line.trim().startsWith("//") && !line.trim().startsWith("*")
          ? [`${path}:${at + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(broken, because).toEqual([]);
});

test("house rule 18: files are named in kebab-case, and by a noun or a verb of the trade", () => {
  const odd = files.filter((path) => {
    const name = path.split("/").at(-1) as string;
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/.test(name) ||
      /(^|-)(service|manager|dto|utils?|helpers?|misc)\b|^common\./.test(name)
    );
  });
  expect(odd).toEqual([]);
});
