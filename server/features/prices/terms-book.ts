import type { Day } from "@plumbline/contract/dates.ts";
import {
  type LateRate,
  lateRate,
  type MoneyTerms,
  type SettingRow,
  termsFrom,
} from "@plumbline/contract/prices/rules.ts";
import type { Db } from "../../database/database.ts";
import type { TableChanges } from "../../database/table-changes.ts";
import { settingsInForce } from "./store.ts";

/** What holds on any day, answered from memory (decision 60). */
export type TermsBook = {
  /** For one member where one is named, else for everybody. */
  termsOn(day: Day, memberId?: number | null): MoneyTerms;
  /** Yearly interest on what becomes late on a day. */
  lateRateOn(day: Day): LateRate;
  /** Everybody's rows, and a member's own. */
  rowsFor(memberId: number | null): readonly SettingRow[];
};

/** The book in a process's memory. */
export type MoneyTermsReader = {
  /** Read it before a transaction: it may ask the database. */
  book(): Promise<TermsBook>;
  /** After a change by this process, which need not wait to hear of it. */
  forget(): void;
};

/** Reads the rows once, and again after a change by any process. */
export function openMoneyTerms({ db, tableChanges }: { db: Db; tableChanges: TableChanges }): MoneyTermsReader {
  let known: Promise<TermsBook> | null = null;
  const forget = () => {
    known = null;
  };
  tableChanges.subscribe("money_settings", forget);
  return {
    forget,
    book: () => {
      const reading = (known ??= settingsInForce(db).then(bookOf));
      return reading.catch((error) => {
        if (known === reading) forget();
        throw error;
      });
    },
  };
}

function bookOf(rows: readonly SettingRow[]): TermsBook {
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId);
  const everybodys = byMember.get(null) ?? [];
  const rowsFor = (memberId: number | null) => {
    const own = memberId === null ? undefined : byMember.get(memberId);
    return own ? [...everybodys, ...own] : everybodys;
  };
  return {
    rowsFor,
    termsOn: (day, memberId = null) => termsFrom(rowsFor(memberId), day, memberId),
    lateRateOn: (day) => lateRate(everybodys, day),
  };
}
