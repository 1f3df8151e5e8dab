import { createHash } from "node:crypto";

/** The largest upload that is read, in bytes: a file and its fields. */
export const largestUpload = 8 * 1024 * 1024;

/**
 * A multipart body as the form encoding that the rest reads: a file becomes `file[name]`, `file[type]`, `file[size]` and
 * `file[checksum]`, so that a repeated upload is recognised whatever boundary it was sent with.
 */
export function formOfMultipart(contentType: string, body: Buffer): string {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  const form = new URLSearchParams();
  // One character a byte, so that positions and sizes are those of the bytes.
  for (const part of boundary ? body.toString("latin1").split(`--${boundary}`).slice(1, -1) : []) {
    const end = part.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const head = Buffer.from(part.slice(0, end), "latin1").toString();
    const content = Buffer.from(part.slice(end + 4, -2), "latin1");
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? "";
    const filename = / filename="([^"]*)"/.exec(head)?.[1];
    if (filename === undefined) {
      form.append(name, content.toString());
      continue;
    }
    form.append(`${name}[name]`, filename);
    form.append(`${name}[type]`, /content-type: *(\S+)/i.exec(head)?.[1] ?? "");
    form.append(`${name}[size]`, String(content.length));
    form.append(`${name}[checksum]`, createHash("sha256").update(content).digest("hex"));
  }
  return form.toString();
}
