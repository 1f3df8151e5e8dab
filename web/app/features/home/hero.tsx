import { ButtonLink } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import harriet from "./harriet.svg";
import classes from "./hero.module.css";
import type { HomeCopy } from "./home-copy.ts";

const reasons = [
  { name: "Expertise", points: 45, of: 45 },
  { name: "Industry", points: 25, of: 25 },
  { name: "Your size", points: 10, of: 15 },
  { name: "Track record", points: 12, of: 15 },
];

const arcs = Array.from({ length: 22 }, (_, ring) => ({
  radius: Math.round(26 + ring * ring * 1.15 + ring * 9),
  opacity: Number((1 - ring * 0.035).toFixed(3)),
}));

/** The product in one line, with an invented match beside it that shows what members get. */
export function Hero({ title, description }: HomeCopy["hero"]) {
  return (
    <section className={classes.hero}>
      <div>
        <p className="eyebrow">Advisors for scaling businesses</p>
        <h1>{title.map(({ text, strong }) => (strong ? <em key={text}>{text}</em> : text))}</h1>
        <p className={classes.description}>{description}</p>
        <p className={classes.ways}>
          <ButtonLink to="/apply-business-member">Apply as a business member</ButtonLink>
          <ButtonLink variant="line" to="/apply-advisor">
            Apply as an advisor
          </ButtonLink>
        </p>
      </div>
      <figure className={classes.stage}>
        <svg viewBox="0 0 560 520" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true">
          <g stroke="#2E464C" strokeWidth="1.2">
            {arcs.map(({ radius, opacity }) => (
              <circle key={radius} cx="392" cy="232" r={radius} opacity={opacity} />
            ))}
          </g>
          <g className={classes.bob}>
            <path d="M392 0V206" stroke="#C8963E" strokeWidth="1.6" />
            <path d="M376 206h32l5 13-21 42-21-42z" fill="#C8963E" />
            <path d="M376 206h16v55l-21-42z" fill="#D9AE5F" />
          </g>
        </svg>
        <figcaption className="visually-hidden">An example of a match, with the sum behind it</figcaption>
        <div className={classes.match}>
          <div className={classes.who}>
            <img src={harriet} alt="" width="56" height="56" />
            <p>
              <strong>Harriet Osei</strong>
              <span className="small">Former COO, three scale-ups to series C</span>
            </p>
            <p className={classes.score}>
              <span className="numeral">92</span>
              <span className="small">of 100</span>
            </p>
          </div>
          <ul className={classes.why}>
            {reasons.map(({ name, points, of }) => (
              <li key={name}>
                <span>{name}</span>
                <ProgressBar value={points} of={of} label={name} />
                <span>
                  {points} / {of}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </figure>
    </section>
  );
}
