import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Pair } from "../../ui/form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { Loaded } from "../../ui/use-loaded.ts";
import { CityField } from "../reference/city-field.tsx";
import type { Field } from "./field.ts";

type Entry = { id: number; name: string };
type Countries = { countries: readonly Entry[] };

/** Company, place and address; `position` is the field for the person's position. */
export function CompanyFields<T extends Countries>({
  form,
  lists,
  position,
}: {
  form: {
    field: Field;
    values: { country_id: number | null };
    setPlace: (place: { country_id: number | null; city_id: number | null }) => void;
  };
  lists: Loaded<T>;
  position: ReactNode;
}) {
  const country = form.values.country_id;
  return (
    <>
      <Pair>
        <TextInput label="Company Name" autoComplete="organization" {...form.field("company_name")} />
        {position}
      </Pair>
      <Pair>
        <SelectField
          label="Country"
          from={lists}
          pick={(data) => data.countries}
          {...form.field("country_id")}
          onChange={(country_id) => form.setPlace({ country_id, city_id: null })}
        />
        <CityField label="City" countryId={country} {...form.field("city_id")} />
      </Pair>
      <Pair>
        <TextInput label="Address" autoComplete="street-address" {...form.field("address")} />
        <TextInput label="Postal Code" autoComplete="postal-code" {...form.field("postcode")} />
      </Pair>
    </>
  );
}
