/** A picture that stands in a text. */
export type PlacedPicture = { url: string; alt: string; width: number; height: number };

/** A title as WordPress renders it: special characters as entities, *stars* as emphasis. */
export const titleOf = (text: string) =>
  text
    .replaceAll("&", "&#038;")
    .replaceAll("<", "&lt;")
    .replaceAll("’", "&#8217;")
    .replaceAll("“", "&#8220;")
    .replaceAll("”", "&#8221;")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>");

/** A term's name as WordPress answers it. */
export const nameOf = (text: string) => text.replaceAll("&", "&amp;");

const inline = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>")
    // Without brackets inside, so that no text makes it look further than the next one.
    .replace(/\[([^[\]]+)\]\(([^()\s"]+)\)/g, '<a href="$2">$1</a>');

const items = (lines: string[], mark: RegExp) =>
  lines.map((line) => `<li>${inline(line.replace(mark, ""))}</li>`).join("\n");

const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const figure = ({ url, alt, width, height }: PlacedPicture) =>
  `<figure><img src="${quoted(url)}" alt="${quoted(alt)}" width="${width}" height="${height}" /></figure>`;

function block(lines: string[], pictures: readonly PlacedPicture[]): string {
  const first = lines[0] ?? "";
  const picture = pictures[Number(/^\[picture (\d{1,3})\]$/.exec(first)?.[1]) - 1];
  if (picture) return figure(picture);
  if (first.startsWith("### ")) return `<h3>${inline(first.slice(4))}</h3>`;
  if (first.startsWith("## ")) return `<h2>${inline(first.slice(3))}</h2>`;
  if (first.startsWith("- ")) return `<ul>\n${items(lines, /^- /)}\n</ul>`;
  if (/^\d+\. /.test(first)) return `<ol>\n${items(lines, /^\d+\. /)}\n</ol>`;
  if (first.startsWith("> "))
    return `<blockquote>\n<p>${inline(lines.map((line) => line.slice(2)).join(" "))}</p>\n</blockquote>`;
  return `<p>${inline(lines.join(" "))}</p>`;
}

/**
 * The HTML of copy, which is written in a subset of Markdown: blank lines separate blocks, `## ` is a heading, `- ` and
 * `1. ` are lists, `> ` is a quotation and [words](address) a link, in which {site} is the site's own address. A line `[picture 2]` is the second of the pictures.
 */
export const richText = (copy: string, pictures: readonly PlacedPicture[] = []) =>
  copy
    .trim()
    .replace(/^[ \t]*\[picture \d{1,3}\][ \t]*\r?$/gm, "\n$&\n")
    .split(/\n\s*\n/)
    .map((part) =>
      block(
        part
          .trim()
          .split("\n")
          .map((line) => line.trim()),
        pictures,
      ),
    )
    .join("\n")
    .concat(copy.trim() ? "\n" : "");
