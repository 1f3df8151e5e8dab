import { maxFileSize } from "../files/files.ts";
import { eicar, openScanner, type Scanner, ScannerUnavailable } from "../files/scanner.ts";
import { type Check, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("virus scanner");
/**
 * How old the signatures may be, in days: they are published daily, so older ones mean that freshclam is not running.
 */
const maxAge = 7;

/**
 * Checks that the scanner knows the test file for scanners, takes the largest upload, and has signatures of this week.
 */
export const scanner: Check = {
  name: "virus scanner",
  run: async ({ clamd }) => {
    if (!clamd) return [ok("not used: nobody looks at uploads, for CLAMD_ADDRESS is not set")];
    const asked = openScanner(clamd, { warn: () => {} });
    try {
      if ((await asked.scan(Buffer.from(eicar))) === null)
        return [
          failed(
            "it finds nothing in EICAR, the test file for scanners",
            "Give it signatures: let freshclam run, then restart clamd.",
          ),
        ];
      return [await largestFinding(asked), ...ageFindings(await asked.version())];
    } catch (error) {
      return [refused(error)];
    }
  },
};

async function largestFinding(asked: Scanner): Promise<Finding> {
  if ((await asked.scan(Buffer.alloc(maxFileSize))) !== null)
    return failed("it finds something in 25 MB of zeros", "See which signature does in its log, and remove it.");
  return ok("clamd answers, finds EICAR and takes files of 25 MB");
}

function ageFindings(version: string): Finding[] {
  const [, name, signatures, made] = /^(ClamAV \S+?)\/(\d+)\/(.+)$/.exec(version) ?? [];
  const days = (Date.now() - Date.parse(`${made} UTC`)) / 86_400_000;
  // Signatures of somebody's own have neither number nor date.
  if (Number.isNaN(days)) return [ok(`${version.split("/", 1)[0]}, with signatures of unknown age`)];
  const says = `${name} has signatures ${signatures}, ${Math.max(0, Math.floor(days))} days old`;
  return [days > maxAge ? warning(says, "Let freshclam run: it fetches new ones every few hours.") : ok(says)];
}

function refused(error: unknown): Finding {
  if (!(error instanceof ScannerUnavailable)) return failed(`cannot be asked: ${reasonOf(error)}`, adviceFor(""));
  return failed(`cannot be asked: ${error.code}`, adviceFor(error.code));
}

function adviceFor(code: string): string {
  if (code === "TooLarge" || code === "EPIPE" || code === "ECONNRESET")
    return "Set StreamMaxLength, MaxFileSize and MaxScanSize to at least 25M in clamd.conf, and see clamd's log.";
  if (code === "EACCES") return "Let the user that runs Plumbline into the socket's group (LocalSocketGroup).";
  if (code === "Timeout") return "It is busy or too slow: see its load and its log.";
  return "Check that clamd runs and listens at CLAMD_ADDRESS (TCPSocket and TCPAddr, or LocalSocket); it takes a minute to start.";
}
