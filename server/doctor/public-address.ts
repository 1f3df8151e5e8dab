import pg from "pg";
import { WebSocket } from "ws";
import { z } from "zod";
import { ProbeResult, probeHeader, signProbe } from "../http/doctor-probe.ts";
import type { Settings } from "../settings.ts";
import { type Check, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("public address");
/** A documentation address (RFC 5737) that the check forges in X-Forwarded-For. */
const forged = "198.51.100.77";

/** What /healthz answers, with what only the holder of the secret is told. */
const Answer = z.object({ status: z.literal("ok"), seen: ProbeResult.nullish() });

/**
 * Checks that PUBLIC_URL leads to this installation over https, and that the proxies forward address, protocol and
 * upgrades.
 */
export const publicAddress: Check = {
  name: "public address",
  run: async (settings) => {
    const { publicUrl, production } = settings;
    const address = `${publicUrl}/healthz`;
    const secret = await installationSecret(settings).catch(() => null);
    const headers: Record<string, string> = { "x-forwarded-for": forged };
    if (secret) headers[probeHeader] = signProbe(secret, Date.now());
    let answer: Response;
    try {
      answer = await fetch(address, { headers, redirect: "manual", signal: AbortSignal.timeout(10_000) });
    } catch (error) {
      return [
        (production ? failed : warning)(
          `${publicUrl} cannot be reached: ${reasonOf(error)}`,
          "Start Plumbline and the proxy before it, then run this again. Check that the name leads to this machine.",
        ),
      ];
    }
    const { data: body } = Answer.safeParse(await answer.json().catch(() => null));
    if (answer.status !== 200 || !body)
      return [
        failed(
          `${address} answers ${answer.status}, and not as Plumbline`,
          "Let the proxy hand every path of that name on to HOST and PORT, without a redirect.",
        ),
      ];
    const found = [ok(`${publicUrl} leads to Plumbline`)];
    if (!publicUrl.startsWith("https://"))
      found.push(
        (production ? failed : warning)(
          "people reach us without encryption",
          "Let the proxy end TLS, and write https:// into PUBLIC_URL.",
        ),
      );
    if (!settings.databaseDirectUrl)
      found.push(
        ok("how requests arrive is looked at with PostgreSQL only: one process may open the embedded database"),
      );
    else if (!secret)
      found.push(warning("how requests arrive was not looked at", "It needs the database: mend that first."));
    else if (!body.seen)
      found.push(
        failed(
          "another installation answers there, or a cache",
          "Check that DATABASE_URL and PUBLIC_URL belong together, and that the proxy caches nothing.",
        ),
      );
    else found.push(...forwardingFindings(settings, body.seen));
    return [...found, await webSocketFinding(publicUrl)];
  },
};

/** Whether TRUST_PROXY matches the proxies in front: rate limits count by the resulting client address. */
function forwardingFindings({ publicUrl }: Settings, seen: ProbeResult): Finding[] {
  const found: Finding[] = [];
  const forwarded = seen.forwarded_for.split(",").map((each) => each.trim());
  // Each proxy appends an address; a single forged one means that the request reached the process directly.
  const proxied = forwarded.length > 1 || (forwarded[0] !== forged && forwarded[0] !== "");
  // The proxy that people reach appends the address that it sees, or writes it in place of the forged one.
  const visitor = forwarded[forwarded[0] === forged ? 1 : 0];
  if (seen.address === forged)
    found.push(
      failed(
        "the address that a visitor writes into X-Forwarded-For is believed",
        "Let TRUST_PROXY be the number of proxies before us, or their addresses, and no more: limits on guessing count by it.",
      ),
    );
  else if (proxied && !seen.trusted)
    found.push(
      failed(
        "a proxy stands before us, and all visitors count as one",
        `Set TRUST_PROXY to the number of proxies (TRUST_PROXY=1), or to their addresses and networks; this one is ${seen.address}.`,
      ),
    );
  else if (proxied && seen.address !== visitor)
    found.push(
      failed(
        "another proxy stands before the one that is known, and all its visitors count as one",
        `Let TRUST_PROXY count all proxies, or name the addresses and networks of each; one of them is ${seen.address}.`,
      ),
    );
  else found.push(ok(`visitors are told apart: this request came from ${seen.address}`));
  if (publicUrl.startsWith("https://") && seen.protocol !== "https")
    found.push(
      warning(
        "the proxy does not say that people come over https",
        "Let it set X-Forwarded-Proto, and TRUST_PROXY be right.",
      ),
    );
  return found;
}

/**
 * Whether a WebSocket connects: without a token the server accepts the upgrade and then closes, which suffices here.
 */
function webSocketFinding(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl.replace(/^http/, "ws")}/cable`;
  const todo = "Let the proxy pass Upgrade and Connection on for /cable, over HTTP/1.1.";
  return new Promise((done) => {
    const socket = new WebSocket(url, ["actioncable-v1-json"], { handshakeTimeout: 8000, origin: publicUrl });
    socket.once("open", () => {
      socket.terminate();
      done(ok("live updates get through to /cable"));
    });
    socket.once("unexpected-response", (_request, response) => {
      socket.terminate();
      done(failed(`/cable answers ${response.statusCode} to an upgrade`, todo));
    });
    socket.once("error", (error) => done(failed(`/cable cannot be reached: ${reasonOf(error)}`, todo)));
  });
}

/** The secret that signs the doctor's request; null for the embedded database, which only the server may open. */
async function installationSecret({ databaseDirectUrl }: Settings): Promise<string | null> {
  if (!databaseDirectUrl) return null;
  const client = new pg.Client({ connectionString: databaseDirectUrl, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select value from secrets where name = 'signing'");
    return rows[0]?.value ?? null;
  } finally {
    await client.end();
  }
}
