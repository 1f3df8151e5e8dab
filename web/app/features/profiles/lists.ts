import { advisorDatatables, customerDatatables } from "@plumbline/contract/reference/contract.ts";
import { call } from "../../call.ts";
import { useLoaded } from "../../ui/use-loaded.ts";

/** The reference data of the advisor's forms. */
export function useAdvisorLists() {
  return useLoaded(() => call(advisorDatatables, {}));
}
export type AdvisorLists = ReturnType<typeof useAdvisorLists>;

export function useCustomerLists() {
  return useLoaded(() => call(customerDatatables, {}));
}
