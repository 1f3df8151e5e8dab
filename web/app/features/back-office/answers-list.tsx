import classes from "./application.module.css";

/** Where an answer leads that is nothing but a web address, as the application's rules take it (contract/fields.ts). */
function addressIn(answer: string): string | null {
  if (!/^(https?:\/\/)?([a-z0-9-]+\.)+[a-z]{2,}([/?#]\S*)?$/i.test(answer)) return null;
  return /^https?:/i.test(answer) ? answer : `https://${answer}`;
}

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
      {[{ label: "E-mail", value: email }, ...answers].map(({ label, value }) => {
        const address = addressIn(value);
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {address ? (
                <a href={address} target="_blank" rel="noopener noreferrer">
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
