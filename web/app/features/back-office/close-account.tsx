import {
  closeMemberAccount,
  type MemberClosure,
  readMemberClosure,
  reopenMemberAccount,
} from "@plumbline/contract/closure/contract.ts";
import { graceDays, obstacleSteps, texts } from "@plumbline/contract/closure/rules.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { notice } from "../../ui/notice.ts";
import { type Loaded, useLoaded } from "../../ui/use-loaded.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

type Closure = Loaded<MemberClosure> & { ask: () => void };
const nothing = () => {};
const ClosureContext = createContext<Closure>({ data: null, failure: null, retry: nothing, ask: nothing });

/**
 * Reads a member's closure, once for the banner and the dialog below: at once for a closed account; for an open one
 * whenever somebody asks, because engagements and invoices may stand in the way that did not before.
 */
export function WithClosure({ id, closed, children }: { id: number; closed: boolean; children: ReactNode }) {
  const [asked, setAsked] = useState(0);
  const key = closed ? "closed" : asked > 0 ? `asked ${asked}` : null;
  const loaded = useLoaded(() => call(readMemberClosure, { params: { id } }), key && `${id} ${key}`);
  return <ClosureContext value={{ ...loaded, ask: () => setAsked((count) => count + 1) }}>{children}</ClosureContext>;
}

/** Closes a member's account, or opens it again (G-54). */
export function CloseAccount({ id, name, closed }: { id: number; name: string; closed: boolean }) {
  const [asking, setAsking] = useState(false);
  const { ask } = useContext(ClosureContext);
  const open = () => {
    ask();
    setAsking(true);
  };
  return (
    <>
      <Button variant="line" aria-haspopup="dialog" onClick={open}>
        {closed ? "Open the account again" : "Close the account"}
      </Button>
      {asking && <Asking id={id} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

type AskingProps = { id: number; name: string; onClose: () => void };

function Asking({ id, name, onClose }: AskingProps) {
  const { data, failure, retry } = useContext(ClosureContext);
  const { revalidate } = useRevalidator();
  if (failure)
    return (
      <Dialog opened onClose={onClose} title={name}>
        <ErrorState failure={failure} onRetry={retry} />
      </Dialog>
    );
  if (!data) return null;
  const done = async (words: string) => {
    notice(words);
    await revalidate();
  };
  if (data.allowed_actions.includes("close"))
    return (
      <ReasonDialog
        title={`Close the account of ${name}?`}
        confirm="Close the account"
        variant="danger"
        onClose={onClose}
        onConfirm={async (reason) => {
          await call(closeMemberAccount, { params: { id }, body: { reason } });
          await done("The account is closed.");
        }}
      >
        <p>
          They are signed out, found by nobody and charged nothing more. After {graceDays} days their data is erased;
          until then you can open the account again. They read the reason.
        </p>
      </ReasonDialog>
    );
  if (data.allowed_actions.includes("reopen"))
    return (
      <ReasonDialog
        title={`Open the account of ${name} again?`}
        confirm="Open the account"
        onClose={onClose}
        onConfirm={async (reason) => {
          await call(reopenMemberAccount, { params: { id }, body: { reason } });
          await done("The account is open again.");
        }}
      >
        <p>Everything is as they left it, except a membership, which has ended. They read the reason.</p>
      </ReasonDialog>
    );
  return (
    <Dialog opened onClose={onClose} title={data.erased_at ? texts.erased : texts.notYetOfMember}>
      <Obstacles closure={data} />
    </Dialog>
  );
}

function Obstacles({ closure: { obstacles } }: { closure: MemberClosure }) {
  return (
    <ul>
      {obstacles.map(({ kind, id, label }) => (
        <li key={`${kind} ${id}`}>
          {label}. {obstacleSteps[kind]}
        </li>
      ))}
    </ul>
  );
}

/** On the page of a member whose account is closed: since when, by whom, and what comes. */
export function ClosedBanner() {
  const { data } = useContext(ClosureContext);
  if (!data?.closed_at) return null;
  const by = data.closed_by ? `by ${data.closed_by}` : "by its member";
  return (
    <Banner tone="wait" title={`Closed on ${formatLong(data.closed_at)} ${by}`}>
      {data.reason && <p>“{data.reason}”</p>}
      <p>
        {data.erased_at
          ? `The data was erased on ${formatLong(data.erased_at)}.`
          : data.erase_on && `The data is erased on ${formatLong(data.erase_on)}.`}
      </p>
    </Banner>
  );
}
