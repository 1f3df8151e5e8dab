import { ArrowLeftIcon, ArrowRightIcon } from "../../ui/icons.tsx";
import look from "./event.module.css";
import { Scene } from "./parts.tsx";
import type { Picture } from "./text.ts";

/** Pictures one at a time, moved by hand, keyboard or the arrows (shell/visit.js). One picture needs no arrows. */
export function Slider({ slides, title }: { slides: readonly Picture[]; title: string }) {
  const several = slides.length > 1;
  const shown: (Picture | null)[] = slides.length > 0 ? [...slides] : [null];
  return (
    <section className={look.slider} data-carousel="resting" aria-label={`Pictures of ${title}`}>
      <ul className={look.strip} data-strip tabIndex={several ? 0 : undefined} aria-label="Pictures">
        {shown.map((picture, at) => (
          <li key={picture?.url ?? "drawn"}>
            <Scene picture={picture} first={at === 0} />
          </li>
        ))}
      </ul>
      {several && (
        <div className={look.arrows}>
          <button type="button" data-move="-1" aria-label="Previous picture">
            <ArrowLeftIcon size={18} />
          </button>
          <button type="button" data-move="1" aria-label="Next picture">
            <ArrowRightIcon size={18} />
          </button>
        </div>
      )}
    </section>
  );
}
