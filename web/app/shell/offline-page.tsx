import type { RouteHandle } from "../hydration.ts";
import { titled } from "../titled.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { PlumbMark } from "../ui/plumb-mark.tsx";

// A script that cannot be fetched makes the router load the page again, without end.
export const handle: RouteHandle = { hydrate: "never" };
export const meta = () => titled("You are offline");

/**
 * Shown by the service worker instead of the browser's own error page (public/service-worker.js). The public script
 * leads back to the wanted page, at the latest when the network returns (row H-31).
 */
export default function OfflinePage() {
  return (
    <Page
      eyebrow="No connection"
      title="You are offline"
      sentence="This page cannot be loaded at the moment. It opens by itself as soon as you are connected again."
    >
      <PlumbMark />
      <p>
        <Button data-try-again>Try again</Button>
      </p>
    </Page>
  );
}
