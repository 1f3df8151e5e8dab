/** Placeholder videos (row C-15), until the content service has a type for them. */
export const videos = [
  {
    slug: "how-a-match-is-made",
    title: "How a match is made",
    text: "Four things are scored, and each of them is on the card. Two minutes with the sum behind an introduction.",
    length: "2 min",
  },
  {
    slug: "an-engagement-from-end-to-end",
    title: "An engagement from end to end",
    text: "A proposal, a suggested edit, a start, an invoice: one engagement followed on its one page.",
    length: "4 min",
  },
  {
    slug: "what-we-ask-an-advisor",
    title: "What we ask an advisor",
    text: "Ruth Penhaligon on the three names, the reading, and why some very good people are told not yet.",
    length: "6 min",
  },
] as const;

export const sampleNote = "This is a placeholder: the film is a sample, and the real ones are being made.";
