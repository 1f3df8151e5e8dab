import type { Day } from "@plumbline/contract/dates.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Holding, MoneySettings, PublishedTerms, SettingChange } from "@plumbline/contract/prices/contract.ts";
import { effectOf, type MoneySetting, rowOn, usualTermOf, valueOn } from "@plumbline/contract/prices/rules.ts";
import type { ShownSetting } from "./store.ts";
import type { TermsBook } from "./terms-book.ts";

export function publishedView(book: TermsBook, day: Day, memberId: number | null): PublishedTerms {
  const terms = book.termsOn(day, memberId);
  return {
    day,
    commission_percent: terms.commission,
    published_commission_percent: terms.published_commission,
    shortest_term_days: terms.shortest_term,
    longest_term_days: terms.longest_term,
    usual_term_days: usualTermOf(terms),
    vat_percent: { standard: terms.vat_standard, reduced: terms.vat_reduced },
    base_rate_percent: terms.base_rate,
    late_interest_percent: book.lateRateOn(day).percent,
  };
}

/** What holds of some settings, for everybody or for one member, and every change that led there. */
export function settingsView(
  book: TermsBook,
  today: Day,
  memberId: number | null,
  settings: readonly MoneySetting[],
  changes: { rows: readonly ShownSetting[]; most: number },
): MoneySettings {
  return {
    today,
    holds: settings.map((setting) => holdingView(book, today, memberId, setting)),
    entries: changes.rows.slice(0, changes.most).map((change) => changeView(book, today, change)),
    more: changes.rows.length > changes.most,
  };
}

function holdingView(book: TermsBook, today: Day, memberId: number | null, setting: MoneySetting): Holding {
  const rows = book.rowsFor(memberId);
  const ownRow = memberId === null ? null : rowOn(rows, setting, memberId, today);
  const own = ownRow?.hundredths != null;
  const since = own ? ownRow : rowOn(rows, setting, null, today);
  return {
    setting,
    value: decimalOf(valueOn(rows, setting, today, memberId)),
    since: since?.fromDay ?? null,
    own,
    coming: rows
      .filter((row) => row.setting === setting && row.memberId === memberId && row.fromDay > today)
      .sort((one, other) => (one.fromDay < other.fromDay ? -1 : 1))
      .map(({ id, hundredths, fromDay }) => ({ id, value: decimalOrNull(hundredths), from_day: fromDay })),
  };
}

const decimalOrNull = (hundredths: number | null) => (hundredths === null ? null : decimalOf(hundredths));

function changeView(book: TermsBook, today: Day, shown: ShownSetting): SettingChange {
  const { it, memberName, setByName, withdrawnByName } = shown;
  const { id, setting, memberId, fromDay, reason, withdrawnAt } = it;
  const rows = book.rowsFor(memberId);
  const before = decimalOf(it.beforeHundredths);
  const after = decimalOf(it.hundredths ?? valueOn(rows, setting, fromDay, null));
  const who = memberId === null ? undefined : (memberName ?? "");
  return {
    id,
    setting,
    reason,
    before,
    member: memberId === null ? null : { id: memberId, name: memberName ?? "" },
    value: decimalOrNull(it.hundredths),
    from_day: fromDay,
    by: setByName ?? "",
    set_at: it.setAt.toISOString(),
    state: withdrawnAt
      ? "withdrawn"
      : fromDay > today
        ? "coming"
        : rowOn(rows, setting, memberId, today)?.id === id
          ? "holds"
          : "past",
    withdrawn: withdrawnAt && {
      by: withdrawnByName ?? "",
      at: withdrawnAt.toISOString(),
      reason: it.withdrawnBecause ?? "",
    },
    effect: effectOf(setting, { from: fromDay, before, after, who }),
  };
}
