import { Suspense, useEffect } from "react";
import { go } from "../go.ts";
import type { Session } from "../session.ts";
import { onDemand } from "../ui/on-demand.ts";
import { open, shortcutsFor, useOpened, useTyped } from "./commands.ts";

const CommandDialogs = onDemand(() => import("./command-dialogs.tsx"));

/** How long after "g" the second key counts, in milliseconds. */
const chordMs = 1_500;

/** Ctrl or Cmd + K opens the command palette, "?" the list of shortcuts, and "g" with a letter a page (row H-36). */
export function CommandKeys({ session }: { session: Session }) {
  const opened = useOpened();
  useEffect(() => {
    let waitsUntil = 0;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        return open("palette");
      }
      if (event.ctrlKey || event.metaKey) return;
      if (useOpened.getState() === "palette" && event.key.length === 1 && !isInDialog(event.target)) {
        // Its program is still on its way.
        event.preventDefault();
        return useTyped.setState((typed) => typed + event.key, true);
      }
      if (isTyping(event.target) || useOpened.getState()) return;
      if (event.key === "?") return open("shortcuts");
      const shortcut =
        event.timeStamp < waitsUntil ? shortcutsFor(session).find(({ key }) => key === event.key) : undefined;
      waitsUntil = event.key === "g" ? event.timeStamp + chordMs : 0;
      if (shortcut) go(shortcut.to);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [session]);
  return (
    opened && (
      <Suspense>
        <CommandDialogs opened={opened} session={session} />
      </Suspense>
    )
  );
}

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest("#commands");
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select, dialog *"));
