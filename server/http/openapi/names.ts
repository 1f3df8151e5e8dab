import * as accounts from "@plumbline/contract/accounts/contract.ts";
import * as sessions from "@plumbline/contract/accounts/sessions.ts";
import * as twoStep from "@plumbline/contract/accounts/two-step.ts";
import * as announcements from "@plumbline/contract/announcements/contract.ts";
import * as audit from "@plumbline/contract/audit/contract.ts";
import * as backOffice from "@plumbline/contract/back-office/contract.ts";
import { readDesk } from "@plumbline/contract/back-office/desk.ts";
import * as allEngagements from "@plumbline/contract/back-office/engagements.ts";
import * as figures from "@plumbline/contract/back-office/figures.ts";
import * as membersImport from "@plumbline/contract/back-office/import.ts";
import * as allInvoices from "@plumbline/contract/back-office/invoices.ts";
import * as ledger from "@plumbline/contract/back-office/ledger.ts";
import * as memberSessions from "@plumbline/contract/back-office/member-sessions.ts";
import * as deskMembers from "@plumbline/contract/back-office/members.ts";
import * as allPayouts from "@plumbline/contract/back-office/payouts.ts";
import * as queue from "@plumbline/contract/back-office/queue.ts";
import * as reconciliation from "@plumbline/contract/back-office/reconciliation.ts";
import * as deskSearch from "@plumbline/contract/back-office/search.ts";
import * as team from "@plumbline/contract/back-office/team.ts";
import * as viewAs from "@plumbline/contract/back-office/view-as.ts";
import * as closure from "@plumbline/contract/closure/contract.ts";
import * as content from "@plumbline/contract/content/contract.ts";
import * as correspondence from "@plumbline/contract/correspondence/contract.ts";
import * as disputes from "@plumbline/contract/disputes/contract.ts";
import * as earnings from "@plumbline/contract/earnings/contract.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import * as files from "@plumbline/contract/files/contract.ts";
import * as health from "@plumbline/contract/health/contract.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as staffInvoices from "@plumbline/contract/invoices/staff-contract.ts";
import * as vat from "@plumbline/contract/invoices/vat-contract.ts";
import * as mailTexts from "@plumbline/contract/mail-texts/contract.ts";
import * as matching from "@plumbline/contract/matching/contract.ts";
import * as membership from "@plumbline/contract/membership/contract.ts";
import * as offers from "@plumbline/contract/membership/offers.ts";
import * as messages from "@plumbline/contract/messages/contract.ts";
import * as notifications from "@plumbline/contract/notifications/contract.ts";
import * as payouts from "@plumbline/contract/payouts/contract.ts";
import * as prices from "@plumbline/contract/prices/contract.ts";
import * as profiles from "@plumbline/contract/profiles/contract.ts";
import { isRecord } from "@plumbline/contract/records.ts";
import * as reference from "@plumbline/contract/reference/contract.ts";
import * as lists from "@plumbline/contract/reference/lists.ts";
import * as reports from "@plumbline/contract/reports/contract.ts";
import * as reviews from "@plumbline/contract/reviews/contract.ts";
import * as sanctions from "@plumbline/contract/sanctions/contract.ts";
import * as siteTexts from "@plumbline/contract/site-texts/contract.ts";
import * as spending from "@plumbline/contract/spending/contract.ts";
import * as support from "@plumbline/contract/support/contract.ts";

const features: Record<string, Record<string, unknown>> = {
  accounts: { ...accounts, ...sessions, ...twoStep },
  announcements,
  audit,
  "back-office": {
    ...backOffice,
    ...deskMembers,
    ...deskSearch,
    ...queue,
    readDesk,
    ...figures,
    ...membersImport,
    ...ledger,
    ...viewAs,
    ...memberSessions,
    ...reconciliation,
    ...team,
    ...allEngagements,
    ...allInvoices,
    ...allPayouts,
  },
  closure,
  content,
  correspondence,
  disputes,
  earnings,
  engagements,
  files,
  health,
  invoices: { ...invoices, ...staffInvoices, ...vat },
  mailTexts,
  siteTexts,
  matching,
  membership: { ...membership, ...offers },
  messages,
  notifications,
  payouts,
  prices,
  profiles,
  reference: { ...reference, ...lists },
  reports,
  reviews,
  sanctions,
  spending,
  support,
};

type Name = { name: string; feature: string };

/** Whether an export of a contract is an endpoint; nothing else in there has a method and a path. */
const isDeclaration = (value: unknown): value is Declaration => isRecord(value) && "method" in value && "path" in value;

const named: readonly [Declaration, Name][] = Object.entries(features).flatMap(([feature, contract]) =>
  Object.entries(contract).flatMap(([name, value]): [Declaration, Name][] =>
    isDeclaration(value) ? [[value, { name, feature }]] : [],
  ),
);

/**
 * The operationId of an endpoint: its name in the contract, so that generated clients read like our own calls. When two
 * features use the same name, the feature's name comes before it.
 */
export function nameOf(declaration: Declaration): Name {
  if (declaration.exportOf) {
    const list = nameOf(declaration.exportOf);
    return { ...list, name: `${list.name}As${declaration.type === "text/csv" ? "Csv" : "Json"}` };
  }
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
