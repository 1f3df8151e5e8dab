import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import { accountStates } from "@plumbline/contract/product.ts";
import type { FilterChoice } from "../../ui/filter-bar.tsx";

const states = ["pending_review", ...accountStates.filter((state) => state !== "pending_review")] as const;
const fixed: readonly FilterChoice[] = [
  { name: "state", label: "State", options: states.map((state) => ({ value: state, label: staffStateLabels[state] })) },
  {
    name: "role",
    label: "Role",
    all: "Everybody",
    options: [
      { value: "customer", label: "Businesses" },
      { value: "advisor", label: "Advisors" },
    ],
  },
  {
    name: "age",
    label: "Waiting",
    all: "However long",
    options: [
      { value: "overdue", label: "Past the promise" },
      { value: "asked", label: "For the applicant" },
    ],
  },
  {
    name: "with",
    label: "With",
    all: "Anybody",
    options: [
      { value: "me", label: "Me" },
      { value: "nobody", label: "Nobody" },
    ],
  },
];

/** The filters of the queue of applications; `sizes` are the companies' sizes that applicants choose from. */
export const queueFilters = (sizes: readonly { id: number; name: string }[]): readonly FilterChoice[] => [
  ...fixed,
  {
    name: "company_size_id",
    label: "Company",
    all: "Any size",
    options: sizes.map(({ id, name }) => ({ value: String(id), label: name })),
  },
];
