import { kindsInWords, type OptionalKind, optionalKinds } from "@plumbline/contract/notifications/rules.ts";
import { data, redirect } from "react-router";
import { unsubscribingContext } from "../../context.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { valuesOf } from "../content/posted.ts";
import type { Route } from "./+types/unsubscribe-page.ts";
import classes from "./unsubscribe.module.css";

export const meta = () => [...titled("E-mails"), { name: "robots", content: "noindex" }];

const listed = (words: string | null | undefined) =>
  optionalKinds.filter((kind) => (words ?? "").split(",").includes(kind));

/** Reads only, because mail scanners open links. `off` and `on` say what the previous page's button did. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const found = await context.get(unsubscribingContext).find(params.token ?? "");
  const { searchParams: search } = new URL(request.url);
  const done = { off: listed(search.get("off")), on: listed(search.get("on")) };
  return data(found && { ...found, done }, { status: found ? 200 : 404 });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { token = "" } = params;
  const { back } = valuesOf(await request.formData());
  const unsubscribing = context.get(unsubscribingContext);
  // Encoded as it came: a link that is cut or made up may have characters that no header takes.
  const page = `/unsubscribe/${encodeURIComponent(token)}`;
  // A redirect, so that a reload does not post again.
  if (back === undefined) {
    const stopped = await unsubscribing.stop(token);
    throw redirect(`${page}${stopped?.turned_off.length ? `?off=${stopped.turned_off}` : ""}`, 303);
  }
  await unsubscribing.takeBack(token, listed(back));
  throw redirect(`${page}?on=${listed(back)}`, 303);
}

/**
 * The page of an e-mail's unsubscribe link: no sign-in, no script, and nothing changes before the button is pressed.
 */
export default function UnsubscribePage({ loaderData: found }: Route.ComponentProps) {
  const session = useSession();
  const choose = (
    <ButtonLink variant="line" to={session ? "/notifications/preferences" : "/sign-in"}>
      {session ? "Choose what reaches you" : "Sign in to choose more"}
    </ButtonLink>
  );
  if (!found)
    return (
      <Page
        eyebrow="E-mails"
        title="This link is not complete"
        sentence="Your mail program may have cut it. Nothing has been changed: open the e-mail again, or choose on your own page what reaches you."
        width="form"
      >
        {choose}
      </Page>
    );
  const { kinds, on, done } = found;
  const [title, sentence] = words(kinds, on, done);
  const undoes = done.off.length > 0;
  return (
    <Page eyebrow="E-mails" title={title} sentence={sentence} width="form">
      {/* Posted by the browser itself, so that it works where no script runs. */}
      <form method="post" action="?" className={classes.form}>
        {on.length === 0 ? (
          <Button
            variant={undoes ? "line" : "primary"}
            type="submit"
            name="back"
            value={(undoes ? done.off : kinds).join(",")}
          >
            {undoes ? "Undo" : "Turn them on again"}
          </Button>
        ) : (
          done.on.length === 0 && <Button type="submit">Stop these e-mails</Button>
        )}
        {choose}
      </form>
      <p className={classes.small}>
        The bell in the app is not touched, and e-mails about your money and your account’s security always come.
      </p>
    </Page>
  );
}

type Kinds = readonly OptionalKind[];

function words(kinds: Kinds, on: Kinds, done: { off: Kinds; on: Kinds }): [title: string, sentence: string] {
  if (on.length === 0)
    return done.off.length > 0
      ? ["Stopped, as you asked", `We no longer e-mail you about ${kindsInWords(done.off)}.`]
      : ["These e-mails are off", `We do not e-mail you about ${kindsInWords(kinds)}.`];
  if (done.on.length > 0)
    return ["They come again", `E-mails about ${kindsInWords(done.on)} are on, as they were before.`];
  return [
    kinds.length > 1 ? "Stop these e-mails?" : `Stop e-mails about ${kindsInWords(kinds)}?`,
    `You would no longer get e-mails about ${kindsInWords(on)}, neither one by one nor in a daily digest.`,
  ];
}
