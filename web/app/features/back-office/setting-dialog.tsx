import { TextInput } from "@mantine/core";
import { decimalOf } from "@plumbline/contract/money.ts";
import {
  changeMemberSetting,
  changeMoneySetting,
  type Holding,
  type MoneySettings,
} from "@plumbline/contract/prices/contract.ts";
import { effectOf, settingKinds, shownValue, typedValue, valueError } from "@plumbline/contract/prices/rules.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { DayField } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { SaidAfterTyping } from "../../ui/said-after-typing.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).SettingForm;

/** For whom a value is set; left out for everybody. */
export type Owner = { id: number; name: string };

/** Sets a value from a day on, and says before what it means. */
export function SettingDialog({
  holding,
  today,
  owner,
  onClose,
  onChanged,
}: {
  holding: Holding;
  today: string;
  owner?: Owner | undefined;
  onClose: (failure: Failure | null) => void;
  onChanged?: (settings: MoneySettings) => void;
}) {
  const { revalidate } = useRevalidator();
  const { setting } = holding;
  const { label, unit } = settingKinds[setting];
  const form = useSchemaForm(rules, {
    initialValues: { setting, value: "", from_day: initially<string | null>(today), reason: "" },
    about: setting,
    onSubmit: async (values, { from_day: day, reason }) => {
      // The same day again is a correction, which the notice above the button has announced.
      const same = holding.coming.find(({ from_day: from }) => from === day);
      const body = { setting, value: values.value, from_day: day, reason, ...(same && { replaces: same.id }) };
      const settings = owner
        ? await call(changeMemberSetting, { params: { id: owner.id }, body })
        : await call(changeMoneySetting, { body });
      notice(`${label}: ${shownValue(setting, decimalOf(typedValue(values.value) ?? 0))} is set.`);
      onChanged?.(settings);
      await revalidate();
      onClose(null);
    },
  });
  const { value, from_day: from } = form.values;
  const effect = effectTyped(holding, value, from ?? "", owner?.name);
  const replaced = holding.coming.find((coming) => coming.from_day === from);
  const replacing = replaced ? `It replaces ${shownValue(setting, replaced.value ?? 0)}, set from the same day.` : "";
  return (
    <FormDialog
      title={owner ? `${label} for ${owner.name}` : label}
      form={form}
      confirm="Set from this day"
      busyText="Setting…"
      onClose={onClose}
    >
      <p>
        Now {shownValue(setting, holding.value)}
        {owner && !holding.own && ", as for everybody"}.
      </p>
      <TextInput
        label={unit === "percent" ? "Percent" : "Days"}
        inputMode="decimal"
        maxLength={20}
        {...form.field("value")}
      />
      <DayField label="From" description="Today or later, in London." minDate={today} {...form.field("from_day")} />
      <Textarea label="Reason" minRows={2} maxLength={2000} {...form.field("reason")} />
      {effect && <p>{effect}</p>}
      {replacing && <p className="small">{replacing}</p>}
      <SaidAfterTyping text={`${effect} ${replacing}`.trim()} />
    </FormDialog>
  );
}

/** The sentence that says what a change means, once it can be said. */
function effectTyped({ setting, value: now, coming }: Holding, value: string, from: string, who?: string): string {
  const hundredths = typedValue(value);
  if (hundredths === null || from === "" || valueError(setting, hundredths)) return "";
  const last = coming.findLast(({ from_day: day, value: comes }) => day < from && comes !== null);
  return effectOf(setting, { from, before: last?.value ?? now, after: decimalOf(hundredths), who });
}
