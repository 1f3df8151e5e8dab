import { createAvatar } from "@dicebear/core";
import * as notionists from "@dicebear/notionists";

const women =
  /^(Adaeze|Aisha|Amelia|Beatrice|Bronwen|Catriona|Charlotte|Clara|Eleanor|Elena|Emily|Fiona|Freya|Grace|Hannah|Harriet|Helena|Imogen|Ines|Isobel|Joanna|Leila|Louise|Maeve|Megan|Miriam|Molly|Nadia|Ngozi|Olivia|Priti|Priya|Rebecca|Ruth|Shreya|Siobhan|Sofia|Sunita|Tamsin|Tessa|Victoria|Zainab) /;

type Part = "hair" | "lips" | "brows";
// The numbers below are the library's own; it has a type with a name for each of them.
const variants = <P extends Part>(numbers: string) =>
  numbers.split(" ").map((number) => `variant${number}`) as NonNullable<notionists.Options[P]>;
const long = variants<"hair">("02 08 10 11 20 23 28 36 37 39 41 43 46 47 48 57 58");
const short = variants<"hair">("01 03 05 06 07 13 15 16 18 19 21 22 24 25 27 34 35 38 49 54 55 60");

/** A drawn portrait for a name, always the same one, on the brand's soft green; an SVG (notionists, CC0). */
export function portraitOf(name: string): Buffer {
  const feminine = women.test(name);
  const drawn = createAvatar(notionists, {
    seed: name,
    size: 512,
    backgroundColor: ["E4EFEB"],
    hair: feminine ? long : short,
    beardProbability: feminine ? 0 : 25,
    // Variants that suit a work profile: no sunglasses, rockets or waving.
    lips: variants<"lips">("03 06 14 17 22 23 25 30"),
    brows: variants<"brows">("01 04 05 07 11 12"),
    glassesProbability: 0,
    bodyIconProbability: 0,
    gestureProbability: 0,
  });
  return Buffer.from(drawn.toString());
}
