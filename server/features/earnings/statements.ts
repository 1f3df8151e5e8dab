import { type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import { kindLabels, maxPdfLines, stateLabels, texts } from "@plumbline/contract/earnings/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { type CsvColumn, everyPage } from "../../http/csv.ts";
import { invalid } from "../../http/problems.ts";
import { nameOf } from "../profiles/store.ts";
import { type Part, statementLines } from "./reading-store.ts";
import type { Statement } from "./statement.ts";
import { partView } from "./view.ts";

type Period = { from: Day; to: Day };

type Line = Statement["lines"][number];
const lineView = (line: Part): Line => ({ ...partView(line), state: line.state, paidOutOn: line.paidOutOn });

/** The lines of a period. */
export const linesOf = ({ db }: AppContext, memberId: number, period: Period): AsyncGenerator<Line[]> =>
  everyPage((after, limit) => statementLines(db, memberId, { ...period, after, limit }), lineView);

/** A statement as CSV: amounts in pounds, days as ISO, one line for each movement. */
export const statementColumns: readonly CsvColumn<Line>[] = [
  ["Date", ({ date }) => date],
  ["Invoice", ({ invoice }) => invoice.number],
  ["Kind", ({ kind }) => kindLabels[kind]],
  ["Customer", ({ invoice }) => invoice.customer],
  ["Engagement", ({ invoice }) => invoice.project],
  ["Gross", ({ gross }) => gross],
  ["Commission", ({ commission }) => commission],
  ["Yours", ({ yours }) => yours],
  ["State", ({ state }) => stateLabels[state]],
  ["Paid out on", ({ paidOutOn }) => paidOutOn],
];

/** Throws invalid when the period has more lines than a PDF takes. */
export async function statementFor(context: AppContext, member: Member, period: Period): Promise<Statement> {
  const [found, name] = await Promise.all([
    statementLines(context.db, member.id, { ...period, after: null, limit: maxPdfLines + 1 }),
    nameOf(context.db, member.id),
  ]);
  if (found.length > maxPdfLines) throw invalid({ to: [texts.tooManyLines] });
  return {
    ...period,
    name,
    madeOn: dayInLondon(context.clock.now()),
    lines: found.map(lineView),
  };
}
