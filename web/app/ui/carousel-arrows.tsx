import classes from "./carousel-arrows.module.css";
import { ArrowLeftIcon, ArrowRightIcon } from "./icons.tsx";

/** The two buttons of a carousel (public-script/carousels.ts). `onPicture` places them over a picture. */
export function CarouselArrows({
  previous,
  next,
  onPicture = false,
}: {
  previous: string;
  next: string;
  onPicture?: boolean;
}) {
  return (
    <div className={onPicture ? `${classes.arrows} ${classes.onPicture}` : classes.arrows}>
      <button type="button" data-move="-1" aria-label={previous}>
        <ArrowLeftIcon size={18} />
      </button>
      <button type="button" data-move="1" aria-label={next}>
        <ArrowRightIcon size={18} />
      </button>
    </div>
  );
}
