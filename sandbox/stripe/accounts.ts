import type Stripe from "stripe";
import { type Call, type Desk, deskOf, platform } from "./call.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { asList, page } from "./lists.ts";
import { metadata, oneOf, requiredText, text } from "./params.ts";
import { forbidden, invalid, noSuch } from "./problems.ts";

/** What a bank asks of a person before money may leave; still owed by an account that put its documents off. */
const documents = ["individual.verification.document"];
const everything = [
  "business_profile.url",
  "external_account",
  "individual.dob.day",
  "tos_acceptance.date",
  ...documents,
];

export function makeAccount(
  desk: Desk,
  type: "standard" | "express",
  email: string | null,
  country = "GB",
): Stripe.Account {
  const account: Stripe.Account = {
    id: newId("acct", 16),
    object: "account",
    business_profile: null,
    business_type: "individual",
    capabilities: { card_payments: "inactive", transfers: "inactive" },
    charges_enabled: false,
    controller: { type: "application", is_controller: type === "express" },
    country,
    created: desk.clock.now(),
    default_currency: "gbp",
    details_submitted: false,
    email,
    external_accounts: asList("/v1/accounts/external_accounts", []),
    metadata: {},
    payouts_enabled: false,
    requirements: requirementsOf(everything),
    settings: null,
    type,
  };
  deskOf(desk, platform).shelf.put(account);
  return account;
}

function requirementsOf(due: string[]): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: due.length ? "requirements.past_due" : null,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  };
}

/** The holder has filled in the form; with documents put off, the account may not be paid yet. */
export function submitDetails(desk: Desk, before: Stripe.Account, documentsLater: boolean): Stripe.Account {
  const status = documentsLater ? "inactive" : "active";
  const account: Stripe.Account = {
    ...before,
    capabilities: { card_payments: status, transfers: status },
    charges_enabled: !documentsLater,
    details_submitted: true,
    payouts_enabled: !documentsLater,
    requirements: requirementsOf(documentsLater ? documents : []),
  };
  deskOf(desk, platform).shelf.put(account);
  if (isConnected(desk, account.id)) emit(deskOf(desk, account.id), "account.updated", account, before);
  return account;
}

export function accountNamed(desk: Desk, id: string): Stripe.Account | undefined {
  return deskOf(desk, platform).shelf.get("account", id);
}

export function isConnected(desk: Desk, id: string): boolean {
  return desk.store.note<boolean>(`connected:${id}`) === true;
}

export function connect(desk: Desk, id: string): void {
  desk.store.setNote(`connected:${id}`, true);
}

/** The account money is to be sent to; it must be connected and have the transfers capability. */
export function payable(desk: Desk, id: string, param: string): Stripe.Account {
  const account = accountNamed(desk, id);
  if (!account || !isConnected(desk, id)) throw noSuch("destination", id, { body: param });
  if (account.capabilities?.transfers !== "active") {
    throw invalid(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      param,
      "insufficient_capabilities_for_transfer",
    );
  }
  return account;
}

/** The account of a Stripe-Account header or an access token; a foreign one is refused as Stripe refuses it. */
export function accountForCaller(desk: Desk, id: string): string {
  if (accountNamed(desk, id) && isConnected(desk, id)) return id;
  throw forbidden(
    `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    "account_invalid",
  );
}

export function createAccount(call: Call): Stripe.Account {
  const { desk, params } = call;
  const type = oneOf(params, "type", ["express", "standard"]) ?? "standard";
  const made = makeAccount(desk, type, text(params, "email") ?? null, text(params, "country") ?? "GB");
  const account = { ...made, metadata: metadata(params) };
  desk.shelf.put(account);
  connect(desk, account.id);
  return account;
}

export function updateAccount(call: Call): Stripe.Account {
  const before = retrieveAccount(call);
  const email = text(call.params, "email");
  const account = {
    ...before,
    ...(email !== undefined && { email }),
    metadata: metadata(call.params, before.metadata ?? {}),
  };
  deskOf(call.desk, platform).shelf.put(account);
  emit(deskOf(call.desk, account.id), "account.updated", account, before);
  return account;
}

export function retrieveAccount(call: Call): Stripe.Account {
  const { desk } = call;
  const id = call.path.id || desk.shelf.account;
  if (!id) return { ...makeOwnAccount(desk) };
  accountForCaller(desk, id);
  return accountNamed(desk, id) as Stripe.Account;
}

/** GET /v1/account without a header is the platform itself. */
function makeOwnAccount(desk: Desk): Stripe.Account {
  const flags = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
  const shape = {
    object: "account",
    country: "GB",
    default_currency: "gbp",
    email: null,
    type: "standard",
    metadata: {},
  };
  return { id: "acct_platform", created: desk.clock.now(), ...shape, ...flags } as Stripe.Account;
}

export function listAccounts(call: Call): Stripe.ApiList<Stripe.Account> {
  const found = page(call, "account");
  return { ...found, data: found.data.filter((one) => isConnected(call.desk, one.id)) };
}

const linkMinutes = 10;

export function createAccountLink(call: Call): Stripe.AccountLink {
  const { desk, params } = call;
  const id = requiredText(params, "account");
  accountForCaller(desk, id);
  requiredText(params, "type");
  const link = newId("al");
  const expiresAt = desk.clock.now() + linkMinutes * 60;
  desk.store.setNote(`link:${link}`, {
    account: id,
    refreshUrl: requiredText(params, "refresh_url"),
    returnUrl: requiredText(params, "return_url"),
    expiresAt,
  } satisfies OnboardingLink);
  return {
    object: "account_link",
    created: desk.clock.now(),
    expires_at: expiresAt,
    url: `${desk.origin}/setup/e/${id}/${link}`,
  };
}

type OnboardingLink = { account: string; refreshUrl: string; returnUrl: string; expiresAt: number };

/** Opens a link once; a used or expired one gives only the page to go back to. */
export function openOnboarding(desk: Desk, link: string): OnboardingLink | undefined {
  const found = desk.store.note<OnboardingLink>(`link:${link}`);
  if (!found) return undefined;
  desk.store.setNote(`link:${link}`, { ...found, expiresAt: 0 });
  return found;
}

export function createLoginLink(call: Call): Stripe.LoginLink {
  const account = retrieveAccount(call);
  if (account.type !== "express") {
    throw invalid("Cannot create a login link for an account that is not an Express account.");
  }
  return {
    object: "login_link",
    created: call.desk.clock.now(),
    url: `${call.desk.origin}/express/${account.id}`,
  };
}
