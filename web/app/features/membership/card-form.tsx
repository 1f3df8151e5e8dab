import { TextInput } from "@mantine/core";
import { updateCard } from "@plumbline/contract/membership/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { call } from "../../call.ts";
import { asFailure } from "../../failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { notice } from "../../ui/notice.ts";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { CardFields } from "../payment/card-fields.tsx";
import { CardProvider } from "../payment/card-provider.tsx";
import { useConfirmPayment } from "../payment/confirm-payment.ts";
import { useCardFields } from "../payment/use-card-fields.ts";

const rules = async () => (await import("./forms.ts")).BillingCardForm;

/** Replaces the card (rows B-09 to B-11). Only the token is sent; without a token nothing is. */
function CardForm({
  owed,
  onSaved,
  onCancel,
}: {
  owed: number | null;
  onSaved: () => void;
  onCancel: (() => void) | null;
}) {
  const card = useCardFields();
  const confirm = useConfirmPayment();
  const form = useSchemaForm(rules, {
    initialValues: { first_name: "", last_name: "" },
    kept: true,
    onSubmit: async ({ first_name, last_name }) => {
      if (!card.check()) return;
      const token = await card.tokenFor(`${first_name} ${last_name}`);
      if (!token) return;
      const { body } = await call(updateCard, { body: { token } });
      if (body.status === "requires_action" && body.client_secret) {
        const doubt = await confirm(body.client_secret).then(
          () => null,
          (error) => asFailure(error).message,
        );
        // The card is saved in either case; whether the bank allows later charges is a separate question.
        if (doubt)
          notice(`Your card is saved, but your bank has not confirmed it: ${doubt}`, { bad: true, forMs: 12_000 });
        else notice("Your card is saved.");
      } else notice(body.message);
      onSaved();
    },
  });
  return (
    <Form
      {...form.props}
      onSubmit={(event) => {
        // Our fields, of which one has the focus then, and the provider's show what is missing at the same time.
        if (form.values.first_name.trim() === "" || form.values.last_name.trim() === "") card.showMissing();
        form.props.onSubmit(event);
      }}
    >
      <TextInput label="First Name" autoComplete="cc-given-name" {...form.field("first_name")} />
      <TextInput label="Last Name" autoComplete="cc-family-name" {...form.field("last_name")} />
      <CardFields card={card} />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton busy={form.busy} busyText="Saving…" disabled={!card.loaded}>
          {owed === null ? "Save card" : `Save card and pay ${formatPounds(owed)}`}
        </SubmitButton>
        {onCancel && (
          <Button variant="line" onClick={onCancel} disabled={form.busy}>
            Cancel
          </Button>
        )}
      </FormActions>
    </Form>
  );
}

/** The form for a card, with the provider's script, which is loaded with it (row B-10). */
export default function CardFormWithCards(props: Parameters<typeof CardForm>[0]) {
  return (
    <CardProvider>
      <CardForm {...props} />
    </CardProvider>
  );
}
