import { readStored } from "../browser-storage.ts";
import { sessionKey } from "../stored-session.ts";
import { hookOf } from "./hooks.ts";
import { hydrate } from "./hydrate.ts";

const isMembers = () => hookOf(document.documentElement, "role") !== undefined;
if (isMembers()) hydrate();

// The page was restored by the back button, as it was before signing in or out.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && (readStored("local", sessionKey) !== null) !== isMembers()) location.reload();
});
