import type { WaitingThing } from "@plumbline/contract/back-office/desk.ts";
import type { Area } from "@plumbline/contract/back-office/staff-roles.ts";
import { threadKindLabels } from "@plumbline/contract/correspondence/rules.ts";
import { dayMs, formatShort } from "@plumbline/contract/dates.ts";
import { decimalOf, formatPounds } from "@plumbline/contract/money.ts";
import { reportableLabels } from "@plumbline/contract/reports/rules.ts";
import { groundLabels } from "@plumbline/contract/sanctions/rules.ts";
import type { WaitingCounts } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { firstOpenThreads } from "../correspondence/store.ts";
import { firstUnansweredDisputes } from "../invoices/dispute-store.ts";
import { firstWaitingReports } from "../reports/store.ts";
import { firstWaitingAppeals } from "../sanctions/store.ts";
import { firstWaitingApplications } from "./queue-store.ts";
import { standingView } from "./queue-view.ts";

/** How many of each kind are shown, the oldest first. */
const shownOfEach = 5;
type Asked = { db: Db; now: Date; days: number };
type Waiting = WaitingCounts & { oldest: WaitingThing[] };
type Source = { name: string; to: string; area: Area; read: (asked: Asked) => Promise<Waiting> };

/** Kinds of things that wait for staff. Each feature that has another adds a line with a reader of its own. */
export const sources: readonly Source[] = [
  { name: "Applications", to: "/back-office/applications", area: "applications", read: waitingApplications },
  { name: "Reports", to: "/back-office/reports", area: "reports", read: waitingReports },
  { name: "Appeals", to: "/back-office/appeals", area: "sanctions", read: waitingAppeals },
  { name: "Disputes", to: "/back-office/disputes", area: "money", read: waitingDisputes },
  { name: "Messages", to: "/back-office/correspondence", area: "correspondence", read: waitingThreads },
];

async function waitingApplications({ db, now }: Asked): Promise<Waiting> {
  const { rows, ...counts } = await firstWaitingApplications(db, now, shownOfEach);
  const oldest = rows.map((row): WaitingThing => {
    const { asked, given } = { asked: row.referencesAsked, given: row.referencesGiven };
    const { waiting_since: since, overdue, assigned } = standingView(row, now);
    return {
      key: `application ${row.id}`,
      who: row.name,
      company: row.companyName,
      what: [
        row.role === "advisor" ? "Advisor application" : "Business application",
        asked > 0 && `${given} of ${asked} references in`,
      ]
        .filter(Boolean)
        .join(" · "),
      to: `/back-office/applications/${row.id}`,
      since: since ?? now.toISOString(),
      overdue,
      with: assigned,
    };
  });
  return { ...counts, oldest };
}

async function waitingReports({ db, now, days }: Asked): Promise<Waiting> {
  const overdueBefore = beforePromise(now, days);
  const { rows, ...counts } = await firstWaitingReports(db, overdueBefore, shownOfEach);
  const oldest = rows.map(
    ({ id, kind, grounds, madeAt, assignedTo, author, assignedToName }): WaitingThing => ({
      key: `report ${id}`,
      who: author.name ?? author.email,
      company: null,
      what: `${reportableLabels[kind]} reported · ${groundLabels[grounds]}`,
      to: `/back-office/reports/${id}`,
      since: madeAt.toISOString(),
      overdue: madeAt < overdueBefore,
      with: assignedTo === null ? null : { id: assignedTo, name: assignedToName ?? "" },
    }),
  );
  return { ...counts, oldest };
}

/** An appeal has a day of its own by which it is decided. */
async function waitingAppeals({ db, now }: Asked): Promise<Waiting> {
  const { rows, ...counts } = await firstWaitingAppeals(db, now, shownOfEach);
  const oldest = rows.map(
    ({ id, dueAt, madeAt, against, member }): WaitingThing => ({
      key: `appeal ${id}`,
      who: member.name ?? member.email,
      company: null,
      what: `Appeal against a ${against} · decide by ${formatShort(dueAt.toISOString())}`,
      to: `/back-office/appeals/${id}`,
      since: madeAt.toISOString(),
      overdue: dueAt < now,
      with: null,
    }),
  );
  return { ...counts, oldest };
}

/** Disputes and inquiries that the bank has not decided and we have not answered. */
async function waitingDisputes({ db, now }: Asked): Promise<Waiting> {
  const { rows, ...counts } = await firstUnansweredDisputes(db, now, shownOfEach);
  const oldest = rows.map(
    ({ id, state, amountPence, respondBy, openedAt, customer }): WaitingThing => ({
      key: `dispute ${id}`,
      who: customer ?? "",
      company: null,
      what: `${state === "inquiry" ? "Bank inquiry" : "Card dispute"} over ${formatPounds(decimalOf(amountPence))} · answer by ${formatShort(respondBy.toISOString())}`,
      to: `/back-office/disputes/${id}`,
      since: openedAt.toISOString(),
      overdue: false,
      with: null,
    }),
  );
  return { ...counts, oldest };
}

async function waitingThreads({ db, now, days }: Asked): Promise<Waiting> {
  const overdueBefore = beforePromise(now, days);
  const { rows, ...counts } = await firstOpenThreads(db, overdueBefore, shownOfEach);
  const oldest = rows.map(
    ({ id, name, kind, lastAt, assignedTo, assignedName }): WaitingThing => ({
      key: `thread ${id}`,
      who: name,
      company: null,
      what: `Wrote to us · ${threadKindLabels[kind]}`,
      to: `/back-office/correspondence/${id}`,
      since: lastAt.toISOString(),
      overdue: lastAt < overdueBefore,
      with: assignedTo === null ? null : { id: assignedTo, name: assignedName ?? "" },
    }),
  );
  return { ...counts, oldest };
}

const beforePromise = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);
