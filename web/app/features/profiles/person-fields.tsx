import { TextInput } from "@mantine/core";
import { texts } from "@plumbline/contract/accounts/rules.ts";
import { Suspense } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Pair } from "../../ui/form.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import type { EmailChange } from "./email-change.ts";
import type { Field } from "./field.ts";

const PasswordField = onDemand(async () => ({ default: (await import("../../ui/password-field.tsx")).PasswordField }));

/** The member's own name, e-mail and phone; a changed e-mail requires the password, and a code where there is a second step (decision 53). */
export function PersonFields({ field, change }: { field: Field; change: EmailChange }) {
  return (
    <>
      {change.asked && (
        <div role="status">
          <Banner tone="wait" title={texts.emailChangeAsked}>
            <p>
              The link is on its way to {change.asked}. Until you open it, you sign in with {change.current}.
            </p>
          </Banner>
        </div>
      )}
      <TextInput label="Name" autoComplete="name" {...field("name")} />
      <Pair>
        <TextInput label="Email" type="email" autoComplete="email" {...field("email")} />
        <TextInput label="Phone (optional)" type="tel" autoComplete="tel" {...field("phone_number")} />
      </Pair>
      {change.needed && (
        <Suspense>
          <PasswordField
            label="Current password"
            description="You are changing your e-mail: we send a link to the new address, and it changes when you open it."
            autoComplete="current-password"
            {...field("current_password")}
          />
        </Suspense>
      )}
      {change.needed && change.asksForCode && (
        <TextInput
          label="Code from your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={40}
          {...field("otp")}
        />
      )}
    </>
  );
}
