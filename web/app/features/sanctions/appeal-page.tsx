import { listOwnSanctions } from "@plumbline/contract/sanctions/contract.ts";
import { standingLabels, standingTexts } from "@plumbline/contract/sanctions/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/appeal-page.ts";
import { AppealForm } from "./appeal-form.tsx";
import { AppealWords, SanctionWords } from "./sanction-words.tsx";
import classes from "./sanctions.module.css";

export const meta = () => titled("Decisions about your account");

export const clientLoader = () => call(listOwnSanctions, {});

/** What we have decided about a member, why, and what they say against it. */
export default function AppealPage({ loaderData }: Route.ComponentProps) {
  const { standing, appeal_days: days, entries } = loaderData;
  return (
    <Page title="Decisions about your account" sentence="What we have decided, why, and how to appeal." width="reading">
      {standing !== "open" && (
        <Banner
          tone={standing === "suspended" ? "bad" : "wait"}
          title={`Your account is ${standingLabels[standing].toLowerCase()}`}
        >
          {standingTexts[standing]}
        </Banner>
      )}
      {entries.length === 0 ? (
        <EmptyState
          title="Nothing has been decided about you"
          text="Should we ever warn you, remove something of yours or restrict your account, you read the reason here and can appeal."
          action={<Link to="/transparency">How we decide, in numbers</Link>}
        />
      ) : (
        <ul className={classes.list}>
          {entries.map((sanction) => (
            <li key={sanction.id} className={classes.sanction}>
              <SanctionWords sanction={sanction}>
                {sanction.appeal && <AppealWords appeal={sanction.appeal} />}
                {sanction.allowed_actions.includes("appeal") && <AppealForm sanctionId={sanction.id} days={days} />}
              </SanctionWords>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
