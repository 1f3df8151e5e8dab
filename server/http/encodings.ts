import type { IncomingHttpHeaders } from "node:http";

const named = {
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s;,]|$)/i,
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s;,]|$)/i,
};

/** Whether a client takes an encoding: it names it, and not with the weight 0, which refuses it (RFC 9110, section 12.5.3). */
export const accepts = (encoding: keyof typeof named, accepted: string | string[] | undefined): boolean =>
  named[encoding].test(String(accepted ?? ""));

/** Whether a request's body is compressed: a route that reads what was sent itself refuses it. */
export const isEncoded = ({ "content-encoding": encoding = "identity" }: IncomingHttpHeaders): boolean =>
  encoding !== "identity";
