import { Link } from "react-router";
import { ArrowRightIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import classes from "./chooser.module.css";

export type Choice = { to: string; title: string; text: string };

/** A choice between the two roles, side by side. */
export function Chooser({
  title,
  sentence,
  choices,
  otherwise,
}: {
  title: string;
  sentence: string;
  choices: readonly Choice[];
  otherwise: { text: string; to: string; link: string };
}) {
  return (
    <Page title={title} sentence={sentence}>
      <ul className={classes.doors}>
        {choices.map(({ to, title: name, text }) => (
          <li key={to} className={classes.door}>
            <h2>
              <Link to={to}>{name}</Link>
            </h2>
            <p>{text}</p>
            <ArrowRightIcon />
          </li>
        ))}
      </ul>
      <p className={classes.otherwise}>
        {otherwise.text} <Link to={otherwise.to}>{otherwise.link}</Link>
      </p>
    </Page>
  );
}
