import * as accounts from "@plumbline/contract/accounts/contract.ts";
import * as backOffice from "@plumbline/contract/back-office/contract.ts";
import * as content from "@plumbline/contract/content/contract.ts";
import * as earnings from "@plumbline/contract/earnings/contract.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import * as files from "@plumbline/contract/files/contract.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as matching from "@plumbline/contract/matching/contract.ts";
import * as membership from "@plumbline/contract/membership/contract.ts";
import * as messages from "@plumbline/contract/messages/contract.ts";
import * as notifications from "@plumbline/contract/notifications/contract.ts";
import * as payouts from "@plumbline/contract/payouts/contract.ts";
import * as profiles from "@plumbline/contract/profiles/contract.ts";
import * as reference from "@plumbline/contract/reference/contract.ts";
import * as reviews from "@plumbline/contract/reviews/contract.ts";
import * as spending from "@plumbline/contract/spending/contract.ts";
import * as support from "@plumbline/contract/support/contract.ts";

const features: Record<string, object> = {
  accounts,
  "back-office": backOffice,
  content,
  earnings,
  engagements,
  files,
  invoices,
  matching,
  membership,
  messages,
  notifications,
  payouts,
  profiles,
  reference,
  reviews,
  spending,
  support,
};

type Name = { name: string; feature: string };

const named: readonly [Declaration, Name][] = Object.entries(features).flatMap(([feature, contract]) =>
  Object.entries(contract)
    .filter(([, value]) => typeof value === "object" && value !== null && "method" in value && "path" in value)
    .map(([name, value]) => [value as Declaration, { name, feature }] as [Declaration, Name]),
);

/**
 * The operationId of an endpoint: its name in the contract, so that generated clients read like our own calls. When two
 * features use the same name, the feature's name comes before it.
 */
export function nameOf(declaration: Declaration): Name {
  const found = named.find(([each]) => each === declaration)?.[1];
  if (!found) return { name: pathName(declaration), feature: "other" };
  const twice = named.filter(([, { name }]) => name === found.name).length > 1;
  if (!twice) return found;
  return { ...found, name: `${found.feature}${found.name[0]?.toUpperCase()}${found.name.slice(1)}` };
}

/** `get_api_projects_id`, for an endpoint of a contract that is not listed above; a test checks that there is none. */
function pathName({ method, path }: Declaration): string {
  return `${method.toLowerCase()}${path.replace(/\W+/g, "_")}`.replace(/_$/, "");
}
