import classes from "./figures.module.css";

/** A progress bar. `label` is its accessible name, `text` the value in words. */
export function ProgressBar({
  value,
  of = 100,
  label,
  text,
}: {
  value: number;
  of?: number;
  label: string;
  text?: string;
}) {
  const percent = of > 0 ? Math.min(100, Math.max(0, (100 * value) / of)) : 0;
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value * 100) / 100}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuetext={text}
    >
      <i className={classes.fill} style={{ width: `${percent}%` }} />
    </div>
  );
}
