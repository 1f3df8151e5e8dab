import { circle, randomFrom, svg } from "./drawing.ts";

const skins: [string, ...string[]] = ["#F0CFB4", "#E2B08C", "#C68D64", "#9A6543", "#6F4630"];
const hairs: [string, ...string[]] = ["#16262B", "#3A2A20", "#6B4A2B", "#8F8A82", "#A8672F"];
const clothes: [string, ...string[]] = ["#1F5C4D", "#16262B", "#4C5F63", "#85590F", "#2F6F5F"];
const grounds: [string, ...string[]] = ["#E4EFEB", "#F1EADC", "#DDE4E1", "#CFE2DB"];

const cuts: [(hair: string) => string, ...((hair: string) => string)[]] = [
  (hair) => `<path d="M118 190c-6-78 34-112 82-112s88 34 82 112c-10-40-34-58-82-58s-72 18-82 58Z" fill="${hair}"/>`,
  (hair) =>
    `<path d="M110 290c-18-120 4-214 90-214s108 94 90 214l-26-4c8-70 4-110-20-140-34 22-72 26-88 20-20 30-24 62-18 120Z" fill="${hair}"/>`,
  (hair) =>
    `<path d="M120 186c0-66 30-104 84-104 50 0 80 36 76 104-8-26-16-40-30-50-40 16-76 14-102-2-14 12-22 28-28 52Z" fill="${hair}"/>`,
  (hair) =>
    `${circle(200, 74, 34, `fill="${hair}"`)}<path d="M116 196c-4-76 32-116 84-116s88 40 84 116c-14-36-32-58-84-58s-70 22-84 58Z" fill="${hair}"/>`,
  (hair) =>
    `<path d="M128 176c4-60 32-88 72-88s68 28 72 88c-12-24-20-44-30-52-30-8-56-8-84 0-10 8-18 28-30 52Z" fill="${hair}" opacity=".85"/>`,
];

/** Indexes into skins, hairs and cuts; clothes and background are random, seeded by the name. */
export type Appearance = { skin: number; hair: number; cut: number };

/** A drawn portrait of 400 by 400: the same name gives the same portrait. */
export function drawPortrait(name: string, appearance: Appearance): string {
  const random = randomFrom(`portrait:${name}`);
  const [skin, hair] = [skins[appearance.skin] ?? skins[0], hairs[appearance.hair] ?? hairs[0]];
  const [cloth, ground] = [random.pick(clothes), random.pick(grounds)];
  const cut = (cuts[appearance.cut] ?? cuts[0])(hair);
  const glasses =
    random.whole(0, 2) === 0
      ? `<g stroke="#16262B" stroke-width="4"><circle cx="168" cy="204" r="22"/><circle cx="232" cy="204" r="22"/><path d="M190 202q10-6 20 0"/></g>`
      : "";
  const collar =
    random.whole(0, 1) === 0
      ? `<path d="M164 318l36 50 36-50 14 10-26 72h-48l-26-72Z" fill="#F7F4EE"/>`
      : `<path d="M158 316q42 44 84 0l10 12q-52 52-104 0Z" fill="#F7F4EE" opacity=".85"/>`;
  return svg(
    400,
    400,
    `<rect width="400" height="400" fill="${ground}"/><path d="M52 400c4-66 54-92 112-98h72c58 6 108 32 112 98Z" fill="${cloth}"/><path d="M168 262h64v52q-32 40-64 0Z" fill="${skin}"/><path d="M168 284q32 26 64 0v14q-32 26-64 0Z" fill="#16262B" opacity=".12"/><ellipse cx="200" cy="206" rx="74" ry="90" fill="${skin}"/>${collar}${cut}<g fill="#16262B">${circle(168, 206, 5, "")}${circle(232, 206, 5, "")}</g><path d="M150 184q18-10 34 0M216 184q18-10 34 0" stroke="#16262B" stroke-width="4" stroke-linecap="round"/><path d="M200 210q-10 26-2 30h8" stroke="#16262B" stroke-width="3" stroke-linecap="round" opacity=".5"/><path d="M176 262q24 ${random.whole(10, 20)} 48 0" stroke="#16262B" stroke-width="4" stroke-linecap="round"/>${glasses}`,
  );
}

const marks: [string, ...string[]] = [
  `<circle cx="32" cy="32" r="20" stroke-width="6"/><path d="M32 12v40" stroke-width="6"/>`,
  `<path d="M12 52V32a20 20 0 0 1 40 0v20" stroke-width="6"/><path d="M24 52V34a8 8 0 0 1 16 0v18" stroke-width="5"/>`,
  `<path d="M10 46 32 14l22 32Z" stroke-width="6"/><path d="M22 46 32 31l10 15" stroke-width="5"/>`,
  `<path d="M12 22h40M12 34h28M12 46h40" stroke-width="6"/>`,
  `<path d="M14 50C14 26 30 14 52 14 52 38 38 50 14 50Zm0 0 22-20" stroke-width="5"/>`,
  `<rect x="12" y="12" width="40" height="40" stroke-width="6"/><path d="M12 52 52 12" stroke-width="5"/>`,
  `<path d="M10 40q11-18 22 0t22 0M10 26q11-18 22 0t22 0" stroke-width="5"/>`,
  `<path d="M32 10v44M10 32h44M17 17l30 30M47 17 17 47" stroke-width="5"/>`,
];

/** The logo of an invented company, 320 by 64: a mark and its name. */
export function drawLogo(name: string, at: number): string {
  const letters = name.replace("&", "&amp;");
  const wide = Math.min(240, name.length * 15);
  return svg(
    320,
    64,
    `<g stroke="#4C5F63" stroke-linejoin="round">${marks[at % marks.length]}</g><text x="68" y="42" textLength="${wide}" lengthAdjust="spacingAndGlyphs" font-family="Georgia, 'Times New Roman', serif" font-size="28" fill="#4C5F63">${letters}</text>`,
  );
}
