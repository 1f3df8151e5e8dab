import classes from "./bar-chart.module.css";

/** A bar of one or two parts: `solid` from the base line, `dashed` beyond it. Either may be negative. */
export type Bar = { name: string; short: string; solid: number; dashed: number };

const height = 240;
const top = 12;
const bottom = 26;

/**
 * Bars over a few names, such as the months of a year. It is one picture, described by `label`: the numbers belong in a
 * table beside it. Positions along it are percentages, so that the text keeps its size at every width.
 */
export function BarChart({
  label,
  bars,
  format,
}: {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}) {
  const ticks = ticksFor(bars);
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  // Where every bar is zero, the base line is at the bottom.
  const y = (value: number) =>
    most === least ? height - bottom : top + ((most - value) / (most - least)) * (height - top - bottom);
  const step = 100 / bars.length;
  return (
    <div className={classes.chart} role="img" aria-label={label}>
      <svg className={classes.axis} height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <text key={tick} x="100%" y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        ))}
      </svg>
      <svg className={classes.plot} height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <line
            key={tick}
            className={tick === 0 ? classes.base : undefined}
            x1="0"
            x2="100%"
            y1={y(tick)}
            y2={y(tick)}
          />
        ))}
        {bars.map(({ name, short, solid, dashed }, index) => {
          const place = { x: `${(index + 0.19) * step}%`, width: `${step * 0.62}%` };
          return (
            <g key={name}>
              <Part className={classes.solid} place={place} from={y(0)} to={y(solid)} />
              <Part className={classes.dashed} place={place} from={y(solid)} to={y(solid + dashed)} />
              <text x={`${(index + 0.5) * step}%`} y={height - 6} textAnchor="middle">
                {short}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

type PartProps = { className: string | undefined; place: { x: string; width: string }; from: number; to: number };

function Part({ className, place, from, to }: PartProps) {
  if (Math.abs(from - to) < 0.5) return null;
  return (
    <rect className={className} {...place} y={Math.min(from, to)} height={Math.max(Math.abs(from - to), 2)} rx="3" />
  );
}

/** At most six round values, zero among them, from below the smallest bar to above the largest. */
function ticksFor(bars: readonly Pick<Bar, "solid" | "dashed">[]): number[] {
  const ends = bars.flatMap(({ solid, dashed }) => [solid, solid + dashed]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const step = roundStep((most - least || 3) / 3);
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 || 2 }, (_, index) => (first + index) * step);
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
}
