import type { Readable } from "node:stream";
import { type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import { kindLabels, maxPdfLines, stateLabels, texts } from "@plumbline/contract/earnings/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { type Cell, csvStream } from "../../http/csv.ts";
import { invalid } from "../../http/problems.ts";
import { nameOf } from "../profiles/store.ts";
import { type Part, statementLines } from "./reading-store.ts";
import type { Statement } from "./statement.ts";
import { partView } from "./view.ts";

type Period = { from: Day; to: Day };

/** How many lines are read at once. */
const pageSize = 500;

/** The lines of a period, read page by page while they are written. */
async function* linesOf(context: AppContext, memberId: number, period: Period): AsyncGenerator<Part> {
  let after: Part | null = null;
  for (;;) {
    const page: Part[] = await statementLines(context.db, memberId, { ...period, after, limit: pageSize });
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return;
  }
}

const columns = [
  ...["Date", "Invoice", "Kind", "Customer", "Engagement", "Gross", "Commission", "Yours", "State", "Paid out on"],
];

/** A statement as CSV: amounts in pounds, days as ISO, one line for each movement. */
export function statementCsv(context: AppContext, member: Member, period: Period): Promise<Readable> {
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for await (const line of linesOf(context, member.id, period)) {
      const { invoice, kind, gross, commission, yours } = partView(line);
      const words = [invoice.number, kindLabels[kind], invoice.customer, invoice.project];
      yield [line.movedOn, ...words, gross, commission, yours, stateLabels[line.state], line.paidOutOn];
    }
  }
  return csvStream(columns, rows());
}

/** Throws invalid when the period has more lines than a PDF takes. */
export async function statementFor(context: AppContext, member: Member, period: Period): Promise<Statement> {
  const found = await statementLines(context.db, member.id, { ...period, after: null, limit: maxPdfLines + 1 });
  if (found.length > maxPdfLines) throw invalid({ to: [texts.tooManyLines] });
  return {
    ...period,
    name: await nameOf(context.db, member.id),
    madeOn: dayInLondon(context.clock.now()),
    lines: found.map((line) => ({ ...partView(line), state: line.state, paidOutOn: line.paidOutOn })),
  };
}
