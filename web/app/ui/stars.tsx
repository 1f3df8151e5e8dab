import look from "./stars.module.css";

const most = 5;
const star = "M10 1.8l2.5 5.2 5.700.7-4.200 3.900 1.100 5.600L10 14.400l-5.100 2.800 1.100-5.600L1.800 7.700l5.700-.7z";

/** A rating out of five, drawn and said; halves are rounded to whole stars. */
export function Stars({ rating, size = 18 }: { rating: number; size?: number }) {
  const full = Math.min(most, Math.max(0, Math.round(rating)));
  return (
    <span className={look.stars} role="img" aria-label={`${Math.min(most, rating)} out of ${most} stars`}>
      {Array.from({ length: most }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stars are alike and never move
        <svg key={index} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
          <path d={star} fill={index < full ? "var(--brass)" : "none"} stroke="var(--brass)" strokeLinejoin="round" />
        </svg>
      ))}
    </span>
  );
}
