const errorResponse = "E".charCodeAt(0);
/** The severities at which a process of PostgreSQL ends, in the field that is not translated. */
const endsItsProcess = /^V(FATAL|PANIC)$/;

/**
 * The message of an error in responses of PostgreSQL's wire protocol at which PostgreSQL ends the process, as when its log
 * cannot be written; null when there is none. PGlite goes on after it with what the failed statement has left in memory,
 * where PostgreSQL starts anew and recovers from its log.
 */
export function fatalErrorIn(responses: Uint8Array): string | null {
  const view = new DataView(responses.buffer, responses.byteOffset, responses.byteLength);
  for (let at = 0; at + 5 <= responses.length; at += 1 + view.getUint32(at + 1)) {
    if (responses[at] !== errorResponse) continue;
    // Each begins with a letter that says what it is, and ends with a zero.
    const fields = Buffer.from(responses.subarray(at + 5, at + 1 + view.getUint32(at + 1)))
      .toString()
      .split("\0");
    if (fields.some((field) => endsItsProcess.test(field)))
      return fields.find((field) => field.startsWith("M"))?.slice(1) ?? "";
  }
  return null;
}
