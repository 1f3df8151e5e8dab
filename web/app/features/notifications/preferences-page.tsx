import { Switch } from "@mantine/core";
import { readPreferences } from "@plumbline/contract/notifications/contract.ts";
import {
  alwaysKinds,
  digestHour,
  kinds,
  type OptionalKind,
  optionalKinds,
  type Preferences,
} from "@plumbline/contract/notifications/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/preferences-page.ts";
import { NotificationTabs } from "./notification-tabs.tsx";
import classes from "./preferences.module.css";
import { type Switching, useSwitching } from "./use-switching.ts";

export const meta = () => titled("Notifications");

export function clientLoader() {
  return call(readPreferences, {});
}

const accounts = { customer: "/profile/customer", advisor: "/profile/advisor" } as const satisfies Record<Role, string>;

/** What reaches a member, by kind and channel. Every switch is saved by itself. */
export default function PreferencesPage({ loaderData }: Route.ComponentProps) {
  const switching = useSwitching(loaderData);
  const session = useSession();
  const role = session?.role === "advisor" ? "advisor" : "customer";
  const { saying } = switching;
  return (
    <Page
      title="Notifications"
      sentence="What reaches you, and how. Each switch is saved as you move it."
      width="reading"
    >
      <NotificationTabs current="/notifications/preferences" />
      <section aria-labelledby="chosen">
        <div className={classes.head}>
          <h2 id="chosen">What you choose</h2>
          <p role="status" className={classes.saying}>
            {saying}
          </p>
        </div>
        <div className={classes.row} data-head aria-hidden="true">
          <span />
          <span>In the app</span>
          <span>By e-mail</span>
        </div>
        {optionalKinds.map((kind) => (
          <KindRow key={kind} kind={kind} role={role} switching={switching} />
        ))}
        <DigestRow switching={switching} />
        <p className={classes.small}>
          E-mails go to {session?.email}. <Link to={accounts[role]}>Change the address</Link>
        </p>
      </section>
      <section aria-labelledby="always" className={classes.always}>
        <h2 id="always">What always reaches you</h2>
        <p className={classes.small}>
          These can’t be turned off: they are about your money, or they keep your account yours.
        </p>
        <dl>
          {alwaysKinds.map((kind) => {
            const { name, what, always }: { name: string; what: Partial<Record<Role, string>>; always: string } =
              kinds[kind];
            const words = what[role];
            return words ? (
              <div key={kind} className={classes.fixed}>
                <dt>{name}</dt>
                <dd>
                  {words} <span>{always}</span>
                </dd>
                <dd>
                  <Badge tone="quiet">Always</Badge>
                </dd>
              </div>
            ) : null;
          })}
        </dl>
      </section>
    </Page>
  );
}

const seen = { track: classes.track, thumb: classes.thumb };
type RowProps = { switching: Switching };

function KindRow({ kind, role, switching }: RowProps & { kind: OptionalKind; role: Role }) {
  const { name, what } = kinds[kind];
  const { preferences, failed, move } = switching;
  const toggle = (part: "app" | "email", way: string) => (
    <Switch
      classNames={{ ...seen, root: classes.switch, label: classes.way }}
      size="md"
      label={
        <>
          <span className="visually-hidden">{name}, </span>
          {way}
        </>
      }
      checked={preferences[part][kind]}
      onChange={(event) => move(kind, { [part]: { [kind]: event.currentTarget.checked } })}
    />
  );
  return (
    <div className={classes.row}>
      <div>
        <h3>{name}</h3>
        <p>{what[role]}</p>
      </div>
      {toggle("app", "in the app")}
      {toggle("email", "by e-mail")}
      {failed?.at === kind && (
        <div className={classes.failed}>
          <FailureNotice failure={failed.failure} />
        </div>
      )}
    </div>
  );
}

function DigestRow({ switching: { preferences, failed, move } }: RowProps) {
  return (
    <div className={classes.digest}>
      <Switch
        classNames={seen}
        size="md"
        label="One e-mail a day instead"
        checked={preferences.digest}
        onChange={(event) => move("digest", { digest: event.currentTarget.checked })}
        aria-describedby="digest-words"
      />
      <p id="digest-words">{digestWords(preferences)}</p>
      {failed?.at === "digest" && <FailureNotice failure={failed.failure} />}
    </div>
  );
}

function digestWords({ digest, email }: Preferences): string {
  const any = optionalKinds.some((kind) => email[kind]);
  if (digest && !any) return "You have turned every e-mail above off, so there is nothing to put into it.";
  return `At ${digestHour} each morning, with what happened since the last one. On a quiet day none comes, and what always reaches you still comes at once.`;
}
