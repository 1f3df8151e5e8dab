/** Why an advisor is listed, with the words that match the search emphasised. */
export function Reason({ text, matched }: { text: string; matched: readonly string[] }) {
  const words = [...matched]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return text;
  // Split by a group, so that every second part is one of the words.
  return text.split(new RegExp(`(${words.join("|")})`)).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their positions
    at % 2 === 1 ? <b key={at}>{piece}</b> : piece,
  );
}
