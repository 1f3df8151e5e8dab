import { at, circle, closedCurve, type Palette, paletteOf, plumb, type Random, randomFrom, svg } from "./drawing.ts";

const drawingWidth = 1200;
const drawingHeight = 750;

type Scene = (random: Random, palette: Palette) => string;

const arcs: Scene = (random, palette) => {
  const x = random.between(360, 860);
  const y = random.between(300, 420);
  let rings = "";
  for (let ring = 0; ring < 24; ring++)
    rings += circle(x, y + 20, 46 + ring * ring * 1.4 + ring * 15, `opacity="${at(1 - ring * 0.03)}"`);
  return `<g stroke="${palette.tones[2]}" stroke-width="1.6">${rings}</g>${plumb(x, y - 20, palette, 1.5)}`;
};

const hills: Scene = (random, palette) => {
  const waves = palette.tones.map((tone, row) => {
    const shift = random.between(0, 600);
    const height = random.between(24, 60);
    let path = `M0 ${drawingHeight}`;
    for (let x = 0; x <= drawingWidth; x += 40) {
      const swell = Math.sin((x + shift) / 170) + 0.4 * Math.sin((x + shift) / 62);
      path += `L${x} ${at(410 + row * 85 - height * swell)}`;
    }
    return `<path d="${path}L${drawingWidth} ${drawingHeight}Z" fill="${tone}"/>`;
  });
  return (
    circle(random.between(160, 420), random.between(150, 240), random.between(60, 96), `fill="${palette.tones[0]}"`) +
    waves.join("") +
    plumb(random.between(560, 900), random.between(230, 330), palette, 1.4)
  );
};

const contours: Scene = (random, palette) => {
  const x = random.between(420, 800);
  const y = random.between(300, 460);
  const [a, b] = [random.between(0, 6), random.between(0, 6)];
  let lines = "";
  for (let ring = 15; ring >= 1; ring--) {
    const points: [number, number][] = [];
    for (let step = 0; step < 18; step++) {
      const angle = (step / 18) * Math.PI * 2;
      const radius =
        ring * 46 * (1 + 0.16 * Math.sin(2 * angle + a + ring * 0.09) + 0.09 * Math.sin(3 * angle + b - ring * 0.13));
      points.push([x + radius * 1.25 * Math.cos(angle), y + radius * Math.sin(angle)]);
    }
    lines += `<path d="${closedCurve(points)}" fill="${ring % 4 === 0 ? palette.tones[0] : "none"}" fill-opacity=".55"/>`;
  }
  return `<g stroke="${palette.line}" stroke-width="1.6">${lines}</g>${plumb(x, y - 60, palette, 1.3)}`;
};

const strata: Scene = (random, palette) => {
  const fault = random.between(420, 780);
  const drop = random.between(46, 90);
  let layers = "";
  let y = random.between(150, 210);
  for (let layer = 0; y < drawingHeight; layer++) {
    const tone = palette.tones[layer % 4];
    const lean = random.between(-26, 26);
    layers += `<path d="M0 ${at(y)}L${at(fault)} ${at(y + lean)}V${drawingHeight}H0Z" fill="${tone}"/><path d="M${at(fault)} ${at(y + lean + drop)}L${drawingWidth} ${at(y + lean + drop - 20)}V${drawingHeight}H${at(fault)}Z" fill="${tone}"/>`;
    y += random.between(64, 124);
  }
  return layers + plumb(fault, random.between(330, 470), palette, 1.4);
};

const arches: Scene = (random, palette) => {
  const count = random.whole(4, 6);
  const span = drawingWidth / count;
  const top = random.between(250, 330);
  let row = `<rect y="${at(top - 40)}" width="${drawingWidth}" height="${drawingHeight}" fill="${palette.tones[2]}"/>`;
  for (let arch = 0; arch < count; arch++) {
    const left = arch * span + span * 0.13;
    const width = span * 0.74;
    row += `<path d="M${at(left)} ${drawingHeight}V${at(top + width / 2 + 30)}a${at(width / 2)} ${at(width / 2)} 0 0 1 ${at(width)} 0V${drawingHeight}Z" fill="${arch % 2 ? palette.tones[0] : palette.ground}"/>`;
  }
  const under = random.whole(1, count - 2);
  return `${row}<rect y="${at(top - 58)}" width="${drawingWidth}" height="18" fill="${palette.tones[3]}"/>${plumb((under + 0.5) * span, top + 190, palette, 1.3)}`;
};

const fans: Scene = (random, palette) => {
  const cell = 150;
  let tiles = "";
  for (let x = 0; x < drawingWidth; x += cell)
    for (let y = 0; y < drawingHeight; y += cell) {
      const turn = random.whole(0, 3) * 90;
      const tone = random.pick([...palette.tones]);
      const quarter = (r: number) => `M0 0H${r}A${r} ${r} 0 0 1 0 ${r}Z`;
      tiles += `<g transform="translate(${x + 75} ${y + 75}) rotate(${turn}) translate(-75 -75)"><path d="${quarter(150)}" fill="${tone}"/><path d="${quarter(random.whole(4, 8) * 12)}" fill="${palette.ground}"/></g>`;
    }
  return tiles + plumb(random.whole(2, 6) * cell, random.whole(2, 3) * cell, palette, 1.6);
};

const stairs: Scene = (random, palette) => {
  const count = random.whole(6, 8);
  const wide = drawingWidth / count;
  let steps = "";
  for (let step = 0; step < count; step++) {
    const high = 90 + step * (520 / count) + random.between(-14, 14);
    steps += `<rect x="${at(step * wide)}" y="${at(drawingHeight - high)}" width="${at(wide + 1)}" height="${at(high)}" fill="${palette.tones[step % 4]}"/>`;
  }
  return (
    circle(random.between(220, 360), random.between(170, 240), 84, `stroke="${palette.line}" stroke-width="1.6"`) +
    steps +
    plumb(wide * (random.whole(2, count - 3) + 0.5), random.between(200, 280), palette, 1.3)
  );
};

const sextant: Scene = (random, palette) => {
  const x = random.between(480, 720);
  const swing = random.between(-0.5, 0.5);
  let ticks = "";
  for (let mark = -40; mark <= 40; mark++) {
    const angle = Math.PI / 2 + mark * 0.028;
    const inner = mark % 5 === 0 ? 520 : 548;
    ticks += `M${at(x + inner * Math.cos(angle))} ${at(inner * Math.sin(angle))}L${at(x + 580 * Math.cos(angle))} ${at(580 * Math.sin(angle))}`;
  }
  const sweep = [200, 320, 440]
    .map((r, ring) => circle(x, 0, r, `fill="${palette.tones[2 - ring]}" fill-opacity=".6"`))
    .reverse();
  const ghost = `<path d="M${at(x)} 0L${at(x + 500 * Math.sin(swing))} ${at(500 * Math.cos(swing))}" stroke="${palette.line}" stroke-width="2" stroke-dasharray="3 9"/>`;
  return `${sweep.join("")}<path d="${ticks}" stroke="${palette.line}" stroke-width="2"/>${circle(x, 0, 600, `stroke="${palette.line}" stroke-width="1.6"`)}${ghost}${plumb(x, 462, palette, 1.4)}`;
};

const moons: Scene = (random, palette) => {
  const count = 5;
  const y = random.between(340, 400);
  let row = `<path d="M0 ${at(y)}H${drawingWidth}" stroke="${palette.line}" stroke-width="1.6"/>`;
  for (let moon = 0; moon < count; moon++) {
    const x = 160 + moon * 220;
    const full = 92;
    const bulge = Math.abs(moon - 2) * 44 - 8;
    row += `${circle(x, y, full, `fill="${palette.tones[1]}"`)}<path d="M${x} ${at(y - full)}a${full} ${full} 0 0 ${moon < 2 ? 1 : 0} 0 ${full * 2}a${at(Math.max(6, bulge))} ${full} 0 0 ${random.whole(0, 1)} 0-${full * 2}Z" fill="${palette.tones[3]}"/>`;
  }
  return `${row}<rect y="${at(y + 190)}" width="${drawingWidth}" height="${drawingHeight}" fill="${palette.tones[0]}"/>${plumb(160 + random.whole(1, 3) * 220, y - 10, palette, 1.3)}`;
};

const scenes = { arcs, hills, contours, strata, arches, fans, stairs, sextant, moons };
export type SceneName = keyof typeof scenes;

/** Alternative texts of the scenes. */
export const sceneWords: Record<SceneName, string> = {
  arcs: "A plumb bob at the centre of widening arcs",
  hills: "Layered hills under a hanging plumb line",
  contours: "Contour lines of a hill, a plumb line above its summit",
  strata: "Layers of rock on either side of a fault, with a plumb line between them",
  arches: "A row of arches with a plumb line in one of them",
  fans: "Quarter circles in a grid, crossed by a plumb line",
  stairs: "Rising steps with a plumb line above them",
  sextant: "A plumb line held against a curved scale",
  moons: "Five phases of a moon along one line",
};

// The scenes are the keys of the table above and nothing else.
const order = Object.keys(scenes) as [SceneName, ...SceneName[]];
/** The scene of an entry by its place in the list, so that neighbours differ. */
export const sceneFor = (seed: string, at: number): SceneName =>
  order[at % order.length] ?? randomFrom(seed).pick(order);

/** Draws a scene of 1200 by 750. The same name and seed give the same picture, to the byte. */
export function drawScene(scene: SceneName, seed: string): string {
  const random = randomFrom(`${scene}:${seed}`);
  const palette = paletteOf(random);
  return svg(
    drawingWidth,
    drawingHeight,
    `<rect width="${drawingWidth}" height="${drawingHeight}" fill="${palette.ground}"/>${scenes[scene](random, palette)}`,
  );
}
