import type { Role } from "@plumbline/contract/product.ts";
import { PlainField } from "../../ui/plain-form.tsx";

/** Who applies: both names travel as one, in the order of the fields (rows ). */
export function PersonFields({ who, missing }: { who: Role; missing: Record<string, string> }) {
  return (
    <>
      <PlainField
        id="first-name"
        name={`${who}_profile.name`}
        label="First Name"
        autoComplete="given-name"
        maxLength={100}
        missing={missing["first_name"]}
        half
      />
      <PlainField
        id="last-name"
        name={`${who}_profile.name`}
        label="Last Name"
        autoComplete="family-name"
        maxLength={100}
        missing={missing["last_name"]}
        half
      />
      <PlainField
        id="email"
        name={`${who}.email`}
        label="Email Address"
        type="email"
        autoComplete="email"
        maxLength={254}
        missing={missing["email"]}
      />
    </>
  );
}
