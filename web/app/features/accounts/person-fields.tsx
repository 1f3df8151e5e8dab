import { PlainField, type plainForm } from "../../ui/plain-form.tsx";

type Field = ReturnType<typeof plainForm<"applyAsCustomer" | "applyAsAdvisor">>["field"];

/** The applicant: both names are sent as one, in the order of the fields (rows ). */
export function PersonFields({ field }: { field: Field }) {
  return (
    <>
      <PlainField label="First Name" autoComplete="given-name" maxLength={100} half {...field("first_name")} />
      <PlainField label="Last Name" autoComplete="family-name" maxLength={100} half {...field("last_name")} />
      <PlainField label="Email Address" autoComplete="email" maxLength={254} {...field("email")} />
    </>
  );
}
