import { CarouselArrows } from "../../ui/carousel-arrows.tsx";
import classes from "./event.module.css";
import { Scene } from "./parts.tsx";
import type { Picture } from "./text.ts";

/**
 * Pictures one at a time, moved by hand, keyboard or the arrows (the public script). A single picture has no arrows.
 */
export function Slider({ slides, title }: { slides: readonly Picture[]; title: string }) {
  const several = slides.length > 1;
  const shown: (Picture | null)[] = slides.length > 0 ? [...slides] : [null];
  return (
    <section className={classes.slider} data-carousel="resting" aria-label={`Pictures of ${title}`}>
      <ul className={classes.strip} data-strip tabIndex={several ? 0 : undefined} aria-label="Pictures">
        {shown.map((picture, at) => (
          <li key={picture?.url ?? "drawn"}>
            <Scene picture={picture} first={at === 0} />
          </li>
        ))}
      </ul>
      {several && <CarouselArrows previous="Previous picture" next="Next picture" onPicture />}
    </section>
  );
}
