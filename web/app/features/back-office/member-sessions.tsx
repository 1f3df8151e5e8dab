import { browserOf } from "@plumbline/contract/accounts/browser-of.ts";
import {
  endMemberSession,
  endMemberSessions,
  resetMemberTwoStep,
} from "@plumbline/contract/back-office/member-sessions.ts";
import type { listMemberSessions, MemberPage } from "@plumbline/contract/back-office/members.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { momentHere, shortDayHere } from "../../moment-here.ts";
import { useMay } from "../../shell/may.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { notice } from "../../ui/notice.ts";
import classes from "./member.module.css";
import { ReasonDialog } from "./reason-dialog.tsx";

type Session = Answer<typeof listMemberSessions>["entries"][number];

/**
 * Where a member is signed in; who may act signs them out of one session or of all, or turns off a second step that they
 * have lost, with a reason (G-19).
 */
export function MemberSessions({ member, sessions }: { member: MemberPage; sessions: readonly Session[] }) {
  const may = useMay();
  const [ending, setEnding] = useState<Session | "all" | null>(null);
  const [resetting, setResetting] = useState(false);
  const acts: Column<Session>[] = [
    {
      title: "",
      cell: (session) => (
        <TextButton aria-haspopup="dialog" onClick={() => setEnding(session)}>
          Sign out<span className="visually-hidden"> of {browserOf(session.user_agent)}</span>
        </TextButton>
      ),
    },
  ];
  return (
    <>
      {sessions.length === 0 ? (
        <EmptyState title="Signed in nowhere" text="There is no session at the moment." />
      ) : (
        <>
          <DataTable
            caption="Sessions"
            hideCaption
            rows={sessions}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Browser",
                cell: ({ user_agent: agent }) => <span className={classes.address}>{browserOf(agent)}</span>,
              },
              { title: "Signed in", cell: ({ created_at: at }) => momentHere(at) },
              { title: "Ends", cell: ({ ends_at: at }) => shortDayHere(at) },
              ...(may(endMemberSession) ? acts : []),
            ]}
          />
          {may(endMemberSessions) && (
            <p className={classes.more}>
              <Button variant="danger" aria-haspopup="dialog" onClick={() => setEnding("all")}>
                Sign out everywhere
              </Button>
            </p>
          )}
        </>
      )}
      {member.two_step && (
        <p className={classes.more}>
          Two-step sign-in is on.{" "}
          {may(resetMemberTwoStep) && (
            <TextButton aria-haspopup="dialog" onClick={() => setResetting(true)}>
              Reset it
            </TextButton>
          )}
        </p>
      )}
      {resetting && <ResetDialog member={member} onClose={() => setResetting(false)} />}
      {ending && <EndDialog member={member} ending={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function EndDialog({
  member: { id, name },
  ending,
  onClose,
}: {
  member: MemberPage;
  ending: Session | "all";
  onClose: () => void;
}) {
  const { revalidate } = useRevalidator();
  const first = addressOf(name);
  const isAll = ending === "all";
  return (
    <ReasonDialog
      title={isAll ? `Sign ${name} out everywhere?` : `Sign ${name} out of one session?`}
      about={isAll ? "all" : ending.id}
      confirm={isAll ? "Sign out everywhere" : "Sign out"}
      variant="danger"
      onClose={onClose}
      onConfirm={async (reason) => {
        const body = { reason };
        try {
          if (isAll) await call(endMemberSessions, { params: { id }, body });
          else await call(endMemberSession, { params: { id: ending.id }, body });
        } finally {
          // Also after a refusal: somebody else may have been quicker.
          await revalidate();
        }
        notice(isAll ? `${name} was signed out everywhere and told.` : `${name} was signed out there and told.`);
      }}
    >
      <p>
        {isAll
          ? "Every session ends within a second, on every device."
          : `The session of ${ending.user_agent ? browserOf(ending.user_agent) : "an unknown browser"} since ${momentHere(ending.created_at)} ends within a second.`}{" "}
        {first} is told, with your reason.
      </p>
      <p>A password still opens the account: if somebody else knows it, ask {first} to reset it.</p>
    </ReasonDialog>
  );
}

function ResetDialog({ member: { id, name }, onClose }: { member: MemberPage; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const first = addressOf(name);
  return (
    <ReasonDialog
      title={`Reset the two-step sign-in of ${name}?`}
      confirm="Reset it"
      variant="danger"
      onClose={onClose}
      onConfirm={async (reason) => {
        await call(resetMemberTwoStep, { params: { id }, body: { reason } }).finally(revalidate);
        notice(`The two-step sign-in of ${name} is off, and they were told.`);
      }}
    >
      <p>
        Their password alone signs them in then, and every session ends. Make sure first that it is {first} who asks:
        call them, and ask about an invoice or an engagement that a stranger would not know.
      </p>
      <p>{first} is told, with your reason.</p>
    </ReasonDialog>
  );
}
