import { cities as citiesOf, mostCities } from "@plumbline/contract/reference/contract.ts";
import type { ComponentProps } from "react";
import { call } from "../../call.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";

type Props = Omit<ComponentProps<typeof SelectField>, "from" | "pick" | "limit" | "disabled" | "placeholder">;

/** The cities of a country: at most a hundred are offered, and typing finds the rest (row D-03). */
export function CityField({ countryId, ...rest }: Props & { countryId: number | null }) {
  const cities = useLoaded(
    (signal) => call(citiesOf, { params: { countryId: countryId as number } }, { signal }),
    countryId,
  );
  return (
    <SelectField
      {...rest}
      from={cities}
      pick={(data) => data as { id: number; name: string }[]}
      limit={mostCities}
      disabled={countryId === null}
      placeholder={countryId === null ? "Choose a country first" : cities.data ? "Select or type" : "Loading…"}
    />
  );
}
