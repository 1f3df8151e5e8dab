import { deflateRawSync, deflateSync } from "node:zlib";
import sharp from "sharp";
import { eicar } from "../files/scanner.ts";

/** A harmful file; `type` is the content type that the form declares. */
export type AbusiveFile = { name: string; bytes: Buffer; type?: string | null };

const script = "alert(document.domain);fetch('https://foreign.example/')";
const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const html = `<!doctype html><html><body><script>${script}</script><img src=x onerror="${script}"></body></html>`;
const pdf = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);${script})>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;

/** A zip archive of the entries, each of which claims to be `claimed` bytes long. */
function zipOf(entries: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, Buffer.from(name), packed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), shared, central, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** A PNG of a few bytes that claims to be this large. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    // The checksum is zero, because readers of headers do not check it.
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(64))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF of one pixel in so many frames. */
function gifOf(frames: number): Buffer {
  const start = Buffer.from("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff", "latin1");
  const frame = Buffer.from(
    "!\xf9\x04\x00\x01\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00",
    "latin1",
  );
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
}

const picture = () => sharp({ create: { width: 40, height: 40, channels: 3, background: "#1F5C4D" } });
const gps = { IFD0: { Copyright: html }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } };

/** The harmful single files of section 4 of the reliability goals. */
export async function abusiveFiles(): Promise<AbusiveFile[]> {
  const png = await picture().png().toBuffer();
  const jpeg = await picture().jpeg().withExif(gps).toBuffer();
  const text = (name: string, content: string, type?: string | null): AbusiveFile => ({
    name,
    bytes: Buffer.from(content),
    ...(type === undefined ? {} : { type }),
  });
  const named = (name: string): AbusiveFile => ({ name, bytes: png });
  return [
    text("onload.svg", svg("", `onload="${script}"`), "image/svg+xml"),
    text("script.svg", svg(`<script>${script}</script>`), "image/svg+xml"),
    text(
      "foreign.svg",
      svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${html}</body></foreignObject>`),
    ),
    text(
      "entity.svg",
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
    ),
    text("use.svg", svg(`<use xlink:href="https://foreign.example/a.svg#a"/>`), "image/png"),
    text("page.html", html, "text/html"),
    text(
      "page.xhtml",
      `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
      "application/xhtml+xml",
    ),
    text("page.xml", `<?xml version="1.0"?><?xml-stylesheet href="https://foreign.example/a.xsl"?><a/>`, "text/xml"),
    text(
      "formula.mml",
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><maction xlink:href="javascript:${script}"/></math>`,
    ),
    text("page.png", html, "image/png"),
    text("page.jpg", html, "image/jpeg"),
    text("page.pdf", html, "application/pdf"),
    text("page.txt", html, "text/html"),
    text("page.csv", html, "text/html; charset=utf-7"),
    text("page.json", `{"a":"${"<script>alert(1)</script>"}"}`, "text/html"),
    text("page.md", html),
    text("script.pdf", pdf, "application/pdf"),
    { name: "picture.html", bytes: png, type: "text/html" },
    { name: "picture.svg", bytes: png, type: "image/svg+xml" },
    { name: "picture.php.png", bytes: png },
    { name: "invoice.pdf.exe", bytes: Buffer.from(pdf) },
    {
      name: "gif.js",
      bytes: Buffer.concat([Buffer.from(`GIF89a=1/*`), gifOf(1).subarray(6), Buffer.from(`*/;${script}`)]),
    },
    { name: "gif.gif", bytes: Buffer.concat([gifOf(1), Buffer.from(html)]), type: "text/javascript" },
    { name: "png.png", bytes: Buffer.concat([png, Buffer.from(html)]), type: "text/html" },
    { name: "both.pdf", bytes: Buffer.concat([Buffer.from(pdf), zipOf([["a.html", Buffer.from(html)]])]) },
    { name: "program.exe", bytes: Buffer.from("MZ\x90\0\x03\0\0\0program", "latin1") },
    { name: "shortcut.lnk", bytes: Buffer.from("L\0\0\0\x01\x14\x02\0", "latin1") },
    text("page.hta", `<hta:application/><script>${script}</script>`),
    text("script.js", script, "image/png"),
    text("drawing.svgz", svg(""), "image/svg+xml"),
    text(".htaccess", "AddType text/html .png"),
    text("shell.sh", "#!/bin/sh\nexit"),
    named("\u202egnp.exe.png"),
    named("nul\0byte.png"),
    named("line\r\nbreak: x.png"),
    named(`quote".png"; filename="x.html`),
    named("../../../../etc/passwd"),
    named("..\\..\\windows\\win.ini"),
    named("/absolute/path.png"),
    named("%2e%2e%2f%2e%2e%2fa.png"),
    named(`${"x".repeat(5_000)}.png`),
    named("📈".repeat(100)),
    named(""),
    named("."),
    named("...."),
    named("CON"),
    named("aux.png"),
    named("<img src=x onerror=alert(1)>.png"),
    named("{{constructor.constructor('alert(1)')()}}.png"),
    { name: "untyped.png", bytes: png, type: null },
    { name: "typed.png", bytes: png, type: 'image/png; charset="x"; a=b' },
    { name: "empty.png", bytes: Buffer.alloc(0) },
    { name: "flood.png", bytes: pngClaiming(60_000, 60_000) },
    {
      name: "bomb.docx",
      bytes: zipOf([
        ["[Content_Types].xml", Buffer.alloc(60_000_000, 32)],
        ["word/document.xml", Buffer.alloc(60_000_000, 32)],
      ]),
    },
    { name: "bomb.zip", bytes: zipOf([["a", Buffer.alloc(100_000_000)]]) },
    { name: "gps.jpg", bytes: jpeg },
    { name: "frames.gif", bytes: gifOf(10_000) },
    { name: "cmyk.jpg", bytes: await picture().toColourspace("cmyk").jpeg().toBuffer() },
    { name: "broken.jpg", bytes: jpeg.subarray(0, jpeg.length - 40) },
    text("eicar.com", eicar),
    text("eicar.txt", eicar),
  ];
}
