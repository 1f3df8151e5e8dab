import { CarouselArrows } from "../../ui/carousel-arrows.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { Stars } from "../../ui/stars.tsx";
import type { HomeCopy } from "./home-copy.ts";
import classes from "./testimonials.module.css";

/**
 * Three at a time, two under 1024 px, one under 600 px. Without scripts it scrolls by hand; the public script adds
 * arrows, keys and a slow advance, which pauses once somebody uses it and never starts with reduced motion (row C-02).
 */
export function Testimonials({ testimonials }: Pick<HomeCopy, "testimonials">) {
  return (
    <section aria-labelledby="voices" className={classes.voices} data-carousel="moving">
      <div className={classes.head}>
        <h2 id="voices">What members say</h2>
        <CarouselArrows previous="Previous testimonials" next="Next testimonials" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <ul className={classes.strip} data-strip tabIndex={0} aria-label="Testimonials">
        {testimonials.map(({ name, role, comment, stars, picture }) => (
          <li key={name}>
            <figure className={classes.voice}>
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
