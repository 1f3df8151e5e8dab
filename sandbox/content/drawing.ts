/** Building blocks of the pictures: the brand's colours, seeded random numbers and SVG shapes. */

export type Palette = { ground: string; tones: [string, string, string, string]; line: string; brass: string };

const palettes: [Palette, ...Palette[]] = [
  { ground: "#E4EFEB", tones: ["#CFE2DB", "#A9CBBF", "#6FA391", "#2F6F5F"], line: "#1F5C4D", brass: "#B07D2B" },
  { ground: "#16262B", tones: ["#1D3238", "#26424A", "#2F6F5F", "#6FA391"], line: "#5B7B80", brass: "#C8963E" },
  { ground: "#F1EADC", tones: ["#E6D9BF", "#D8C296", "#A9CBBF", "#1F5C4D"], line: "#4C5F63", brass: "#B07D2B" },
  { ground: "#1F5C4D", tones: ["#2A6B5B", "#3B7F6E", "#6FA391", "#CFE2DB"], line: "#4F917F", brass: "#D9AE5F" },
  { ground: "#DDE4E1", tones: ["#C6D2CE", "#9FB2AD", "#4C5F63", "#16262B"], line: "#4C5F63", brass: "#B07D2B" },
];

export type Random = {
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  pick<T>(of: [T, ...T[]]): T;
};

/** Seeded random numbers (mulberry32 over an FNV hash): the same seed gives the same picture at every start. */
export function randomFrom(seed: string): Random {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return { between, whole, pick: (of) => of[whole(0, of.length - 1)] ?? of[0] };
}

/** One of the palettes; the same seed gives the same one. */
export const paletteOf = (random: Random): Palette => random.pick(palettes);

/** A coordinate with one decimal at most, which keeps the drawings small. */
export const at = (value: number) => String(Math.round(value * 10) / 10);

/** The brand mark: a brass line from the upper edge to (x, y), with a plumb bob at its end. */
export function plumb(x: number, y: number, palette: Palette, size = 1): string {
  const half = 14 * size;
  const bob = `M${at(x - half)} ${at(y)}h${at(half * 2)}l${at(5 * size)} ${at(12 * size)}-${at(half + 5 * size)} ${at(38 * size)}-${at(half + 5 * size)}-${at(38 * size)}z`;
  return `<path d="M${at(x)} 0V${at(y)}" stroke="${palette.brass}" stroke-width="${at(2 * size)}"/><path d="${bob}" fill="${palette.brass}"/>`;
}

/** An SVG circle; `paint` is its fill and stroke as attributes. */
export const circle = (x: number, y: number, r: number, paint: string) =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" ${paint}/>`;

/** A closed smooth curve through the points (Catmull-Rom as cubic curves). */
export function closedCurve(points: [number, number][]): string {
  const point = (index: number) => points[(index + points.length) % points.length] ?? [0, 0];
  let path = `M${at(point(0)[0])} ${at(point(0)[1])}`;
  for (let index = 0; index < points.length; index++) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const leave = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const;
    const arrive = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const;
    path += `C${at(leave[0])} ${at(leave[1])} ${at(arrive[0])} ${at(arrive[1])} ${at(to[0])} ${at(to[1])}`;
  }
  return `${path}Z`;
}

/** A whole SVG document; width and height are in pixels and `inside` is trusted markup. */
export const svg = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none">${inside}</svg>`;
