import { useEffect } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { Failure, failureLines } from "../failure.ts";
import { useSession } from "../session.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { PlumbMark } from "../ui/plumb-mark.tsx";
import { useOnline } from "../ui/use-online.ts";

/** The page for an unknown address or an error: what happened, and what to do next. */
export function ProblemPage({ error }: { error: unknown }) {
  const online = useOnline();
  if (isNotFound(error)) return <NotFound />;
  // The server says in one sentence what it cannot do now.
  if (isRouteErrorResponse(error) && error.status === 503) return <Broken lines={[String(error.data)]} />;
  if (!online) return <NotLoaded />;
  return <Broken lines={error instanceof Failure ? failureLines(error) : []} />;
}

const isNotFound = (error: unknown) =>
  (isRouteErrorResponse(error) || error instanceof Failure) && error.status === 404;

/** The title of the tab beside `ProblemPage`. */
export const problemTitle = (error: unknown) => (isNotFound(error) ? "Not found" : "Not loaded");

export function NotFound() {
  const session = useSession();
  return (
    <Page
      eyebrow="404"
      title="There is nothing at this address"
      sentence={`The page may have moved, or the link may have been cut short. If somebody sent it to you, copy the whole line into the address bar.${session ? ` You are signed in as ${session.email}. If it is for somebody else, log out first.` : ""}`}
    >
      <PlumbMark />
      <p style={{ display: "flex", flexWrap: "wrap", gap: 12 }}>
        <ButtonLink to="/">Back to Home</ButtonLink>
        <ButtonLink to="/contact" variant="line">
          Contact us
        </ButtonLink>
      </p>
    </Page>
  );
}

/** A page that this tab has not loaded before it went offline. It is loaded as soon as there is a network again. */
function NotLoaded() {
  useEffect(() => {
    const reload = () => location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, []);
  return (
    <Page
      eyebrow="No connection"
      title="You are offline"
      sentence="This page has not been loaded yet. It opens by itself as soon as you are connected again; until then go back to what you have opened."
    >
      <PlumbMark />
    </Page>
  );
}

function Broken({ lines }: { lines: string[] }) {
  const { pathname, search } = useLocation();
  return (
    <Page
      eyebrow="Something broke"
      title="This page did not load"
      sentence="It is not you. Nothing that you saved is lost. Try again, and tell us if it goes on."
    >
      {lines.map((line) => (
        <p key={line} className="small" style={{ marginBottom: 16 }}>
          {line}
        </p>
      ))}
      <p style={{ display: "flex", flexWrap: "wrap", gap: 12 }}>
        {/* The whole document again: it works where no script runs, and leaves nothing broken behind. */}
        <ButtonLink to={pathname + search} reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/contact" variant="line">
          Contact us
        </ButtonLink>
      </p>
    </Page>
  );
}
