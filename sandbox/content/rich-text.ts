/** A title as WordPress renders it: special characters as entities, *stars* as emphasis. */
export const titleOf = (text: string) =>
  text
    .replaceAll("&", "&#038;")
    .replaceAll("’", "&#8217;")
    .replaceAll("“", "&#8220;")
    .replaceAll("”", "&#8221;")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>");

/** A term's name as WordPress answers it. */
export const nameOf = (text: string) => text.replaceAll("&", "&amp;");

const inline = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>")
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');

const items = (lines: string[], mark: RegExp) =>
  lines.map((line) => `<li>${inline(line.replace(mark, ""))}</li>`).join("\n");

function block(lines: string[]): string {
  const first = lines[0] ?? "";
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
 * `1. ` are lists, `> ` is a quotation and [words](address) a link, in which {site} is the site's own address.
 */
export const richText = (copy: string) =>
  copy
    .trim()
    .split(/\n\s*\n/)
    .map((part) => block(part.split("\n").map((line) => line.trim())))
    .join("\n")
    .concat(copy.trim() ? "\n" : "");
