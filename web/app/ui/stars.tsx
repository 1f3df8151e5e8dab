import classes from "./stars.module.css";

const maxStars = 5;
const star = "M10 1.8l2.5 5.2 5.700.7-4.200 3.900 1.100 5.600L10 14.400l-5.100 2.800 1.100-5.600L1.800 7.700l5.700-.7z";

/** One full star before a rating in words, at the size of its text. */
export function Star() {
  return (
    <svg width="1em" height="1em" viewBox="0 0 20 20" aria-hidden="true" className={classes.one}>
      <path d={star} fill="var(--brass)" />
    </svg>
  );
}

/** A rating out of five, drawn, with its text for screen readers; halves are rounded to whole stars. */
export function Stars({ rating, size = 18 }: { rating: number; size?: number }) {
  const full = Math.min(maxStars, Math.max(0, Math.round(rating)));
  return (
    <span className={classes.stars} role="img" aria-label={`${Math.min(maxStars, rating)} out of ${maxStars} stars`}>
      {Array.from({ length: maxStars }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stars are alike and never move
        <svg key={index} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
          <path d={star} fill={index < full ? "var(--brass)" : "none"} stroke="var(--brass)" strokeLinejoin="round" />
        </svg>
      ))}
    </span>
  );
}
