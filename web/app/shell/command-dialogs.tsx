import "../ui/mantine-styles.ts";
import { MantineProvider } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { fold, wordsIn } from "@plumbline/contract/words.ts";
import { useEffect } from "react";
import { go } from "../go.ts";
import type { Session } from "../session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { theme, variables } from "../ui/theme.ts";
import { useFocusReturn } from "../ui/use-focus-return.ts";
import { useLoaded } from "../ui/use-loaded.ts";
import classes from "./command-dialogs.module.css";
import { type Found, findWork, peopleWith, readPeople } from "./command-search.ts";
import { type CommandDialog, open, shortcutsFor, useTyped } from "./commands.ts";
import { logOut } from "./log-out.ts";
import { commandsFor } from "./palette-entries.ts";

/** What the keyboard and the header open above members' and public pages. */
export default function CommandDialogs({ opened, session }: { opened: CommandDialog; session: Session }) {
  useEffect(() => {
    // After the browser's Back or Forward another page is below, which has nothing to do with what is open.
    const close = () => open(null);
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="light">
      <div id="commands" />
      {opened === "palette" && <Palette session={session} />}
      {opened === "shortcuts" && <Shortcuts session={session} />}
      {opened === "logout" && <LogoutQuestion />}
    </MantineProvider>
  );
}

/** Public pages have no other place for what opens above them. */
const above = { target: "#commands" };
const [store, palette] = createSpotlight();
/** In milliseconds: a name is typed to its end more often than it is found by its first letter. */
const pauseMs = 150;

function Palette({ session }: { session: Session }) {
  const typed = useTyped();
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const people = useLoaded((signal) => readPeople(session, signal));
  const { data, failure } = useLoaded(
    (signal) => findWork(session, settled, signal),
    settled.length > 1 ? settled : null,
  );
  useEffect(() => {
    palette.open();
    return () => open(null);
  }, []);
  useFocusReturn(true);
  const wanted = wordsIn(typed);
  const commands = commandsFor(session).filter(({ text }) => wanted.every((word) => fold(text).includes(word)));
  const found = typed.trim().length > 1 ? [...peopleWith(people.data ?? [], typed), ...(data ?? [])] : [];
  const first = commands[0] ?? found[0];
  const searching = typed.trim().length > 1 && !data && !failure;
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      portalProps={above}
      query={typed}
      onQueryChange={(text) => useTyped.setState(text, true)}
      onSpotlightClose={() => open(null)}
      centered={false}
      scrollable
      returnFocus={false}
      maxHeight="min(60vh, 420px)"
      attributes={{ content: { "aria-label": "Search and do anything" } }}
      classNames={{
        action: classes.action,
        actionDescription: classes.about,
        search: classes.search,
        empty: classes.empty,
      }}
    >
      <Spotlight.Search
        placeholder={session.role === "staff" ? "Find anybody or anything" : "Search or go to…"}
        aria-label="Search"
        onKeyDown={({ key }) => {
          // Without an arrow key the first entry is meant.
          if (key !== "Enter" || store.getState().selected >= 0 || !first) return;
          palette.close();
          go(first.to);
        }}
      />
      <Spotlight.ActionsList>
        {commands.length > 0 && <Entries label="Go to" entries={commands.slice(0, typed ? 5 : 12)} />}
        {groups.map(({ kind, label }) => {
          const entries = found.filter((each) => each.kind === kind);
          return entries.length > 0 && <Entries key={kind} label={label} entries={entries} />;
        })}
        {commands.length === 0 && found.length === 0 && (
          <Spotlight.Empty>
            {failure ? failure.message : searching ? "Searching…" : nothing[session.role]}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const nothing = {
  customer: "Nothing of yours is called that. Advisors you have not met are under Find An Advisor.",
  advisor: "Nothing of yours is called that.",
  staff: "Nobody and nothing is called that.",
};

const groups: { kind: Found["kind"]; label: string }[] = [
  { kind: "person", label: "People" },
  { kind: "engagement", label: "Engagements" },
  { kind: "invoice", label: "Invoices" },
];

function Entries({
  label,
  entries,
}: {
  label: string;
  entries: readonly { to: string; text: string; about?: string }[];
}) {
  return (
    <Spotlight.ActionsGroup label={label}>
      {entries.map(({ to, text, about }) => (
        <Spotlight.Action key={to} label={text} description={about} onClick={() => go(to)} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function LogoutQuestion() {
  return (
    <ConfirmDialog
      opened
      onClose={() => open(null)}
      title="Log out and throw away what you have written?"
      confirm="Log out"
      cancel="Stay"
      variant="danger"
      onConfirm={logOut}
    >
      <p>
        Something that you wrote in this browser was not sent or saved yet. Logging out removes it, and it cannot be
        brought back.
      </p>
    </ConfirmDialog>
  );
}

function Shortcuts({ session }: { session: Session }) {
  const rows = [
    { keys: ["Ctrl or ⌘", "K"], text: "Search and do anything" },
    { keys: ["?"], text: "This list" },
    ...shortcutsFor(session).map(({ key, text }) => ({ keys: ["g", key], text })),
    { keys: ["Esc"], text: "Close what is open" },
  ];
  return (
    <Dialog
      opened
      portalProps={above}
      onClose={() => open(null)}
      title="Keyboard shortcuts"
      classNames={{ title: classes.title }}
    >
      <dl className={classes.keys}>
        {rows.map(({ keys, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
