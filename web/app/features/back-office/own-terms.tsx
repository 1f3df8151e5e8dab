import { changeMemberSetting, type Holding, readMemberSettings } from "@plumbline/contract/prices/contract.ts";
import { settingKinds } from "@plumbline/contract/prices/rules.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormActions } from "../../ui/form.tsx";
import { notice } from "../../ui/notice.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { Holdings } from "./holdings.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { SettingChanges } from "./setting-changes.tsx";
import type { Owner } from "./setting-dialog.tsx";
import classes from "./settings.module.css";

/** What a member has of their own, for staff who may read prices. */
export default function OwnTerms({ owner }: { owner: Owner }) {
  const may = useMay();
  const { data, failure, retry } = useLoaded(
    () => call(readMemberSettings, { params: { id: owner.id } }),
    may(readMemberSettings) ? owner.id : null,
  );
  const [ending, setEnding] = useState<Holding | null>(null);
  if (failure) return <ErrorState failure={failure} onRetry={retry} />;
  if (!data) return null;
  const mayWrite = may(changeMemberSetting);
  const own = data.holds.filter((holding) => holding.own);
  return (
    <section className={classes.terms} aria-labelledby="own-terms">
      <h2 className="eyebrow" id="own-terms">
        Terms
      </h2>
      <ReadOnlyNote of={changeMemberSetting} />
      <Holdings holds={data.holds} today={data.today} owner={owner} mayWrite={mayWrite} onChanged={retry} />
      {mayWrite && own.length > 0 && (
        <FormActions>
          {own.map((holding) => (
            <Button
              key={holding.setting}
              variant="line"
              aria-haspopup="dialog"
              onClick={() => setEnding(holding)}
            >{`${settingKinds[holding.setting].label}: as for everybody`}</Button>
          ))}
        </FormActions>
      )}
      {data.entries.length > 0 && <SettingChanges entries={data.entries} mayWrite={mayWrite} onChanged={retry} />}
      {ending && (
        <ReasonDialog
          title={`End ${owner.name}’s own value?`}
          confirm="End it today"
          onClose={(refused) => {
            setEnding(null);
            if (refused) retry();
          }}
          onConfirm={async (reason) => {
            const replaced = data.entries.find(
              ({ setting, state, from_day: day }) =>
                setting === ending.setting && state === "holds" && day === data.today,
            );
            const body = { setting: ending.setting, value: null, from_day: data.today, reason };
            await call(changeMemberSetting, {
              params: { id: owner.id },
              body: { ...body, ...(replaced && { replaces: replaced.id }) },
            });
            notice(`${settingKinds[ending.setting].label} is as for everybody.`);
            retry();
          }}
        >
          <p>From today the same holds as for everybody. Invoices that were sent before keep their values.</p>
        </ReasonDialog>
      )}
    </section>
  );
}
