import { changeMoneySetting, readMoneySettings } from "@plumbline/contract/prices/contract.ts";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/money-settings-page.ts";
import { Holdings } from "./holdings.tsx";
import { SettingChanges } from "./setting-changes.tsx";

export const meta = () => titled("Commission and terms");

/** The id of the list of changes, and the name of its place in the page's address. */
const place = "changes";

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  call(readMoneySettings, { query: filtersIn(readMoneySettings, request, { before: place }) });

/** What holds of commission, payment terms and rates, what comes, and how it came about (G-80). */
export default function MoneySettingsPage({ loaderData: { today, holds, entries, more } }: Route.ComponentProps) {
  const mayWrite = useMay()(changeMoneySetting);
  return (
    <Page
      title="Commission and terms"
      sentence="Each value holds from a day on. Invoices that were sent before keep the values of their day."
      note={<ReadOnlyNote of={changeMoneySetting} />}
    >
      <Holdings holds={holds} today={today} mayWrite={mayWrite} />
      <section id={place}>
        {entries.length === 0 ? (
          <EmptyPage name={place}>
            <EmptyState
              title="Nothing has been changed yet"
              text="Every change stands here with its day, who made it and why."
            />
          </EmptyPage>
        ) : (
          <SettingChanges entries={entries} mayWrite={mayWrite} />
        )}
        <KeyedPages part name={place} last={entries.at(-1)?.id} more={more} />
        {entries.length > 0 && <ExportList of={readMoneySettings} />}
      </section>
    </Page>
  );
}
