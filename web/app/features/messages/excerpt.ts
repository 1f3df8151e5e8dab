import { fold, wordsIn } from "@plumbline/contract/words.ts";

export type Part = { text: string; found: boolean };

/** How much is shown before the first word that was found, and in all, in characters. */
const before = 24;
const longest = 110;

/** The part of a text around the first word that begins as one of the search does, with the places that were found. */
export function excerptOf(body: string, search: string): Part[] {
  const characters = [...body.trim().replace(/\s+/g, " ")];
  // Folding may change a text's length, so each folded character knows where it comes from.
  const origins: number[] = [];
  const folded = characters.flatMap((character, at) => [...fold(character)].map((one) => ({ one, at })));
  for (const { one, at } of folded) for (let unit = 0; unit < one.length; unit++) origins.push(at);
  const words = wordsIn(search.replace(/[^\p{L}\p{M}\p{N}]+/gu, " "));
  if (words.length === 0) return [{ text: shortened(characters, 0), found: false }];
  const begins = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})`, "gu");
  const hits = [
    ...folded
      .map(({ one }) => one)
      .join("")
      .matchAll(begins),
  ].map(({ index, 0: hit }) => ({
    from: origins[index] ?? 0,
    to: (origins[index + hit.length - 1] ?? 0) + 1,
  }));
  const first = hits[0]?.from ?? 0;
  // Not in the middle of a word, unless it is as long as that.
  const room = Math.max(0, first - before);
  const space = room === 0 ? -1 : characters.indexOf(" ", room - 1);
  const start = space === -1 || space >= first ? room : space + 1;
  const parts: Part[] = start > 0 ? [{ text: "…", found: false }] : [];
  let at = start;
  for (const { from, to } of hits.filter((hit) => hit.to <= start + longest)) {
    parts.push({ text: characters.slice(at, from).join(""), found: false });
    parts.push({ text: characters.slice(from, to).join(""), found: true });
    at = to;
  }
  parts.push({ text: shortened(characters, at, start + longest), found: false });
  return parts.filter(({ text }) => text !== "");
}

const shortened = (characters: readonly string[], from: number, to = longest) =>
  characters.slice(from, to).join("") + (characters.length > to ? "…" : "");
