const hills = [
  { colour: "#CFE2DB", level: 210, swell: 26, shift: 0 },
  { colour: "#A9CBBF", level: 238, swell: 22, shift: 90 },
  { colour: "#6FA391", level: 262, swell: 18, shift: 200 },
  { colour: "#2F6F5F", level: 292, swell: 14, shift: 20 },
];

function ridge({ level, swell, shift }: (typeof hills)[number], place: number): string {
  let path = "M0 340";
  for (let x = 0; x <= 540; x += 12) {
    const y = level - swell * Math.sin((x + shift + place) / 86) - swell * 0.4 * Math.sin((x + shift + place) / 31);
    path += `L${x} ${y.toFixed(1)}`;
  }
  return `${path}L540 340Z`;
}

/** A drawing of hills, for a section whose picture is missing. `view` selects a variant. */
export function Landscape({ view = 0 }: { view?: number }) {
  const line = [270, 150, 400][view % 3];
  return (
    <svg viewBox="0 0 540 340" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true">
      {hills.map((hill) => (
        <path key={hill.colour} d={ridge(hill, view * 173)} fill={hill.colour} />
      ))}
      <path d={`M${line} 0v150`} stroke="#B07D2B" strokeWidth="1.6" />
      <path transform={`translate(${line} 150)`} d="M-12 0h24l4 9-16 31-16-31z" fill="#B07D2B" />
    </svg>
  );
}
