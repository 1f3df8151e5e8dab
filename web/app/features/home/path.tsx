import { Link } from "react-router";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import { Surface } from "../../ui/surface.tsx";
import type { PathStep } from "./getting-started.ts";
import classes from "./member-home.module.css";

/** A new member's path: what is done is ticked, and the first of the rest is what to do now. */
export function Path({ steps }: { steps: readonly PathStep[] }) {
  const now = steps.find(({ done }) => !done);
  return (
    <Surface tinted>
      <section className={classes.path} aria-labelledby="path">
        <h2 id="path" className="eyebrow">
          Getting started
        </h2>
        <PlumbLine>
          {steps.map((step) => (
            <PlumbStep
              key={step.title}
              title={
                step.to && !step.done ? (
                  <Link to={step.to}>
                    <strong>{step.title}</strong>
                  </Link>
                ) : (
                  step.title
                )
              }
              now={step === now}
              done={step.done}
            >
              {step.about}
            </PlumbStep>
          ))}
        </PlumbLine>
      </section>
    </Surface>
  );
}
