// What the registry knows of weaknesses in the packages that production runs on: npm audit, read for a release.
import { execFile } from "node:child_process";

type Severity = "info" | "low" | "moderate" | "high" | "critical";
/** npm's report: the weaknesses of each package, or the name of the package that it has them from. */
type Weak = {
  name: string;
  severity: Severity;
  range: string;
  via: (string | { title: string })[];
  fixAvailable: unknown;
};
type Report = { vulnerabilities?: Record<string, Weak>; message?: string };
type Known = { asked: boolean; reason: string | null; lines: string[]; refused: boolean };

const ranks: Severity[] = ["info", "low", "moderate", "high", "critical"];
/** The lowest severity for which a release is refused. */
const refusedFrom = "high";
/** In milliseconds. */
const patience = 120_000;

/**
 * Asks the registry that npm is set to about the packages of the lock file in `folder` without those of development.
 * Returns a line for each that is known to be weak, the worst first, and whether one is bad enough to refuse a release; `asked`
 * is false, with the reason, when there was no answer: mirrors often have none to give.
 */
export async function knownWeaknesses(folder: string, args: readonly string[] = []): Promise<Known> {
  const report = await audit(folder, args);
  if (!report.vulnerabilities)
    return { asked: false, reason: report.message ?? "no answer", lines: [], refused: false };
  const found = Object.values(report.vulnerabilities).toSorted((one, other) => rankOf(other) - rankOf(one));
  return {
    asked: true,
    reason: null,
    lines: found.map(({ name, severity, range, via, fixAvailable }) => {
      const why = via.map((one) => (typeof one === "string" ? `through ${one}` : one.title)).join("; ");
      return `${severity}: ${name} ${range}: ${why}${fixAvailable ? "" : " (no fix yet)"}`;
    }),
    refused: found.some((one) => rankOf(one) >= ranks.indexOf(refusedFrom)),
  };
}

const rankOf = ({ severity }: Weak) => ranks.indexOf(severity);

/** npm's report, also when npm exits with 1 because it found something; `{message}` when its output cannot be read. */
function audit(folder: string, args: readonly string[]): Promise<Report> {
  const options = { cwd: folder, encoding: "utf8" as const, maxBuffer: 64 * 1024 * 1024, timeout: patience };
  const command = ["audit", "--json", "--package-lock-only", "--omit=dev", ...args];
  return new Promise((done) => {
    execFile("npm", command, options, (error, out) => {
      try {
        done(JSON.parse(out));
      } catch {
        done({
          message: error?.killed ? "no answer in two minutes" : String(error?.code ?? "nothing that can be read"),
        });
      }
    });
  });
}
