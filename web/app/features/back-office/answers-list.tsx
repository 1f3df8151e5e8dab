import classes from "./application.module.css";

/** An application's answers in the order of the form. */
export function AnswersList({
  email,
  answers,
}: {
  email: string;
  answers: readonly { label: string; value: string }[];
}) {
  return (
    <dl className={classes.answers}>
      {[{ label: "E-mail", value: email }, ...answers].map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
