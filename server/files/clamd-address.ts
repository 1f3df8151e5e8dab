import { isAbsolute } from "node:path";

/** Where clamd listens: a socket of this machine, or a host and port. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** Parses CLAMD_ADDRESS: `/run/clamav/clamd.ctl`, `clamav:3310` or `[::1]:3310`; null when it is neither. */
export function parseClamdAddress(text: string): ClamdAddress | null {
  if (isAbsolute(text)) return /[\0\r\n]/.test(text) ? null : { path: text };
  const [, six, name = "", digits] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host: six ?? name, port } : null;
}
