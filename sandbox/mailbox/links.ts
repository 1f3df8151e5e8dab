const named: Record<string, string> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

const decode = (attribute: string) =>
  attribute.replace(/&(?:(amp|quot|apos|lt|gt)|#(\d+)|#x([0-9a-f]+));/gi, (whole, name, decimal, hex) => {
    if (name) return named[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

export const urlInText = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/**
 * The unique links of a mail in order of appearance, from its HTML first and then from its text.
 */
export function linksIn(text: string, html: string): string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
    .map((match) => decode(match[1] ?? match[2] ?? "").trim())
    .filter((href) => /^https?:\/\//i.test(href));
  return [...new Set([...hrefs, ...(text.match(urlInText) ?? [])])];
}
