import { ArrowLeftIcon, ArrowRightIcon } from "../../ui/icons.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { Stars } from "../../ui/stars.tsx";
import type { HomeCopy } from "./home-copy.ts";
import look from "./testimonials.module.css";

/**
 * Three at a time, two under 1024 px, one under 600 px. It scrolls by hand before any script; shell/visit.js adds arrows,
 * keys and a slow advance, which rests once somebody touches it and never starts where motion is not wanted.
 */
export function Testimonials({ testimonials }: Pick<HomeCopy, "testimonials">) {
  return (
    <section aria-labelledby="voices" className={look.voices} data-carousel="moving">
      <div className={look.head}>
        <h2 id="voices">What members say</h2>
        <div className={look.arrows}>
          <button type="button" data-move="-1" aria-label="Previous testimonials">
            <ArrowLeftIcon size={18} />
          </button>
          <button type="button" data-move="1" aria-label="Next testimonials">
            <ArrowRightIcon size={18} />
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <ul className={look.strip} data-strip tabIndex={0} aria-label="Testimonials">
        {testimonials.map(({ name, role, comment, stars, picture }) => (
          <li key={name}>
            <figure className={look.voice}>
              {stars > 0 && <Stars rating={stars} />}
              <blockquote>“{comment}”</blockquote>
              <figcaption>
                <Portrait photo={picture?.url} name="" size={40} />
                <span>
                  <strong>{name}</strong>
                  <span className="small">{role}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
