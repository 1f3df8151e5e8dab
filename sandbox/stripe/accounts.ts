import type Stripe from "stripe";
import { type Call, type Context, contextFor, platform } from "./call.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { asList, page } from "./lists.ts";
import { metadata, oneOf, requiredText, text } from "./params.ts";
import { present } from "./present.ts";
import { forbidden, invalid, noSuch } from "./problems.ts";

/** What Stripe requires before payouts. An account that has postponed its documents still has to give these. */
const documents = ["individual.verification.document"];
const everything = [
  "business_profile.url",
  "external_account",
  "individual.dob.day",
  "tos_acceptance.date",
  ...documents,
];

/** Stores a new account that has given no details yet and is not connected. It will pay out every Friday. */
export function makeAccount(
  context: Context,
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
    created: context.clock.now(),
    default_currency: "gbp",
    details_submitted: false,
    email,
    external_accounts: asList("/v1/accounts/external_accounts", []),
    metadata: {},
    payouts_enabled: false,
    requirements: requirementsOf(everything),
    settings: settingsWith({ delay_days: 3, interval: "weekly", weekly_anchor: "friday" }),
    type,
  };
  contextFor(context, platform).objects.put(account);
  return account;
}

function settingsWith(schedule: Stripe.Account.Settings.Payouts.Schedule): Stripe.Account.Settings {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: "Europe/London" },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: { debit_negative_balances: true, schedule, statement_descriptor: null },
  };
}

/** The holder pays out by another schedule from now on; the days are Stripe's defaults. */
export function setSchedule(context: Context, before: Stripe.Account, interval: string): void {
  const anchors: Record<string, object> = { weekly: { weekly_anchor: "friday" }, monthly: { monthly_anchor: 1 } };
  const anchor = anchors[interval] ?? {};
  const account = { ...before, settings: settingsWith({ delay_days: 3, interval, ...anchor }) };
  contextFor(context, platform).objects.put(account);
  emit(contextFor(context, account.id), "account.updated", account, before);
}

/** A bank has sent a payout back: nothing more is paid until the holder has given another bank account. */
export function requireBankAccount(context: Context, id: string): void {
  const before = accountNamed(context, id);
  if (!before) return;
  const account = { ...before, payouts_enabled: false, requirements: requirementsOf(["external_account"]) };
  contextFor(context, platform).objects.put(account);
  emit(contextFor(context, id), "account.updated", account, before);
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

/** The account holder has submitted the form; with documents postponed, payouts stay disabled. */
export function submitDetails(context: Context, before: Stripe.Account, documentsLater: boolean): Stripe.Account {
  const status = documentsLater ? "inactive" : "active";
  const account: Stripe.Account = {
    ...before,
    capabilities: { card_payments: status, transfers: status },
    charges_enabled: !documentsLater,
    details_submitted: true,
    payouts_enabled: !documentsLater,
    requirements: requirementsOf(documentsLater ? documents : []),
  };
  contextFor(context, platform).objects.put(account);
  if (isConnected(context, account.id)) emit(contextFor(context, account.id), "account.updated", account, before);
  return account;
}

/** The account with this id, connected or not; undefined when there is none. */
export function accountNamed(context: Context, id: string): Stripe.Account | undefined {
  return contextFor(context, platform).objects.get("account", id);
}

/** Whether the platform may act for the account. */
export function isConnected(context: Context, id: string): boolean {
  return context.store.note<boolean>(`connected:${id}`) === true;
}

/** Lets the platform act for the account until `/oauth/deauthorize` is called. */
export function connect(context: Context, id: string): void {
  context.store.setNote(`connected:${id}`, true);
}

/** The destination of a payment: it must be connected and have the transfers capability, else the call is refused. */
export function payable(context: Context, id: string, param: string): Stripe.Account {
  const account = accountNamed(context, id);
  if (!account || !isConnected(context, id)) throw noSuch("destination", id, { body: param });
  if (account.capabilities?.transfers !== "active") {
    throw invalid(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      param,
      "insufficient_capabilities_for_transfer",
    );
  }
  return account;
}

/** The account of a Stripe-Account header or an access token. Throws 403 for one that is not connected. */
export function accountForCaller(context: Context, id: string): string {
  if (accountNamed(context, id) && isConnected(context, id)) return id;
  throw forbidden(
    `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    "account_invalid",
  );
}

/** POST /v1/accounts. The account is connected at once. Throws 400 for a type other than express and standard. */
export function createAccount(call: Call): Stripe.Account {
  const { context, params } = call;
  const type = oneOf(params, "type", ["express", "standard"]) ?? "standard";
  const made = makeAccount(context, type, text(params, "email") ?? null, text(params, "country") ?? "GB");
  const account = { ...made, metadata: metadata(params) };
  context.objects.put(account);
  connect(context, account.id);
  return account;
}

/**
 * POST /v1/accounts/:id. Changes e-mail and metadata; accepts and ignores the rest. Throws 403 for an account that is
 * not connected.
 */
export function updateAccount(call: Call): Stripe.Account {
  const before = retrieveAccount(call);
  const email = text(call.params, "email");
  const account = {
    ...before,
    ...(email !== undefined && { email }),
    metadata: metadata(call.params, before.metadata ?? {}),
  };
  contextFor(call.context, platform).objects.put(account);
  emit(contextFor(call.context, account.id), "account.updated", account, before);
  return account;
}

/** GET /v1/accounts/:id, and GET /v1/account for the caller's own. Throws 403 for an account that is not connected. */
export function retrieveAccount(call: Call): Stripe.Account {
  const { context } = call;
  const id = call.path.id || context.objects.account;
  if (!id) return { ...makeOwnAccount(context) };
  accountForCaller(context, id);
  return present(accountNamed(context, id), id);
}

/** GET /v1/account without a header is the platform itself. */
function makeOwnAccount(context: Context): Stripe.Account {
  return {
    id: "acct_platform",
    object: "account",
    charges_enabled: true,
    country: "GB",
    created: context.clock.now(),
    default_currency: "gbp",
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    type: "standard",
  };
}

/** GET /v1/accounts: those that are connected. */
export function listAccounts(call: Call): Stripe.ApiList<Stripe.Account> {
  const all = call.context.objects.find("account", {});
  const among = all.map(({ id }) => id).filter((id) => isConnected(call.context, id));
  return page(call, "account", {}, [{ path: "id", among }]);
}

const linkMinutes = 10;

/**
 * POST /v1/account_links. The link is valid for ten minutes. Throws 403 for an account that is not connected, 400
 * without type or addresses.
 */
export function createAccountLink(call: Call): Stripe.AccountLink {
  const { context, params } = call;
  const id = requiredText(params, "account");
  accountForCaller(context, id);
  requiredText(params, "type");
  const link = newId("al");
  const expiresAt = context.clock.now() + linkMinutes * 60;
  context.store.setNote(`link:${link}`, {
    account: id,
    refreshUrl: requiredText(params, "refresh_url"),
    returnUrl: requiredText(params, "return_url"),
    expiresAt,
  } satisfies OnboardingLink);
  return {
    object: "account_link",
    created: context.clock.now(),
    expires_at: expiresAt,
    url: `${context.origin}/setup/e/${id}/${link}`,
  };
}

type OnboardingLink = { account: string; refreshUrl: string; returnUrl: string; expiresAt: number };

/** Reads an onboarding link and ends it; a used or expired one only tells where to send the browser. */
export function openOnboarding(context: Context, link: string): OnboardingLink | undefined {
  const found = context.store.note<OnboardingLink>(`link:${link}`);
  if (!found) return undefined;
  context.store.setNote(`link:${link}`, { ...found, expiresAt: 0 });
  return found;
}

/** POST /v1/accounts/:id/login_links. Throws 400 for an account that is not an Express account. */
export function createLoginLink(call: Call): Stripe.LoginLink {
  const account = retrieveAccount(call);
  if (account.type !== "express") {
    throw invalid("Cannot create a login link for an account that is not an Express account.");
  }
  return {
    object: "login_link",
    created: call.context.clock.now(),
    url: `${call.context.origin}/express/${account.id}`,
  };
}
