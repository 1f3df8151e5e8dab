import { TextInput } from "@mantine/core";
import { Pair } from "../../ui/form.tsx";
import type { Field } from "./field.ts";

/** Name, e-mail and phone of the member themselves. */
export function PersonFields({ field }: { field: Field }) {
  return (
    <>
      <TextInput label="Name" autoComplete="name" {...field("name")} />
      <Pair>
        <TextInput label="Email" type="email" autoComplete="email" {...field("email")} />
        <TextInput label="Phone (optional)" type="tel" autoComplete="tel" {...field("phone_number")} />
      </Pair>
    </>
  );
}
