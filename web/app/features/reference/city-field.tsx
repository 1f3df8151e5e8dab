import { cities as citiesOf, maxCities } from "@plumbline/contract/reference/contract.ts";
import type { ComponentProps } from "react";
import { call } from "../../call.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";

type Props = Omit<
  ComponentProps<typeof SelectField<{ id: number; name: string }[]>>,
  "from" | "pick" | "limit" | "disabled" | "placeholder"
>;

/** The cities of a country: at most a hundred are offered, and typing finds the rest (row D-03). */
export function CityField({ countryId, ...rest }: Props & { countryId: number | null }) {
  const cities = useLoaded(
    async (signal) => (countryId === null ? [] : call(citiesOf, { params: { countryId } }, { signal })),
    countryId,
  );
  return (
    <SelectField
      {...rest}
      from={cities}
      pick={(data) => data}
      limit={maxCities}
      disabled={countryId === null}
      placeholder={countryId === null ? "Choose a country first" : cities.data ? "Select or type" : "Loading…"}
    />
  );
}
