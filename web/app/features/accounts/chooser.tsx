import { Link } from "react-router";
import { ArrowRightIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import look from "./chooser.module.css";

export type Choice = { to: string; title: string; text: string };

/** Two doors side by side: which of the two roles is this about? */
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
      <ul className={look.doors}>
        {choices.map(({ to, title: name, text }) => (
          <li key={to} className={look.door}>
            <h2>
              <Link to={to}>{name}</Link>
            </h2>
            <p>{text}</p>
            <ArrowRightIcon />
          </li>
        ))}
      </ul>
      <p className={look.otherwise}>
        {otherwise.text} <Link to={otherwise.to}>{otherwise.link}</Link>
      </p>
    </Page>
  );
}
