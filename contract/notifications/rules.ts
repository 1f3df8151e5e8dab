import { addDays, type Day, dayInLondon, hourInLondon } from "../dates.ts";
import type { Role } from "../product.ts";

type KindDefinition = {
  name: string;
  /** The description for each role; a role without one never receives this kind. */
  what: Partial<Record<Role, string>>;
  /** Why the kind cannot be turned off; kinds without it can be. */
  always?: string;
};

/**
 * The kinds of notifications. Every notification belongs to one of them; those about money or the account itself are always
 * sent, whatever the member's preferences.
 */
export const kinds = {
  proposals: {
    name: "Proposals",
    what: {
      customer: "An advisor sends you a proposal, or changes one as you asked.",
      advisor: "A customer accepts your proposal, rejects it or suggests an edit.",
    },
  },
  engagements: {
    name: "Engagements",
    what: { customer: "Work starts, or an engagement ends.", advisor: "Work starts, or an engagement ends." },
  },
  reviews: {
    name: "Reviews",
    what: {
      customer: "An advisor asks you for a review, or answers yours.",
      advisor: "A customer reviews your work.",
    },
  },
  messages: {
    name: "Messages",
    what: {
      customer: "Somebody begins a conversation with you, or has waited a quarter of an hour for you to read.",
      advisor: "Somebody begins a conversation with you, or has waited a quarter of an hour for you to read.",
    },
  },
  announcements: {
    name: "Announcements",
    what: {
      customer: "News of the product, from the people who run it.",
      advisor: "News of the product, from the people who run it.",
    },
  },
  invoices: {
    name: "Invoices and payments",
    what: {
      customer: "Invoices and their reminders, receipts, refused cards and refunds.",
      advisor: "Invoices that are paid, refunded or disputed.",
    },
    always: "These are the records of your money.",
  },
  membership: {
    name: "Membership",
    what: {
      customer:
        "Your membership starts, changes, could not be renewed or ends, or a payment of it is refunded or disputed.",
    },
    always: "It says what is charged, and until when you are a member.",
  },
  payouts: {
    name: "Payouts",
    what: { advisor: "Your payout account is connected, needs something or is paused." },
    always: "Without it you could not know why you are not paid.",
  },
  account: {
    name: "Account and security",
    what: {
      customer: "Links that verify an address or choose a password, and word of a changed password or address.",
      advisor: "Links that verify an address or choose a password, and word of a changed password or address.",
    },
    always: "They let you in, and warn you of somebody else.",
  },
} as const satisfies Record<string, KindDefinition>;

export type Kind = keyof typeof kinds;
/** The kinds that a member may turn off. */
export const optionalKinds = [
  "proposals",
  "engagements",
  "reviews",
  "messages",
  "announcements",
] as const satisfies Kind[];
export type OptionalKind = (typeof optionalKinds)[number];
export const alwaysKinds = ["invoices", "membership", "payouts", "account"] as const satisfies Exclude<
  Kind,
  OptionalKind
>[];

/** Whether members may turn the kind off; the other kinds always reach them, on the bell and by e-mail. */
export const isOptional = (kind: Kind): kind is OptionalKind => optionalKinds.some((each) => each === kind);

export type Switches = Record<OptionalKind, boolean>;
export type Preferences = {
  /** One e-mail each morning instead of one for each event, for the optional kinds. */
  digest: boolean;
  /** On the bell. */
  app: Switches;
  email: Switches;
};
export type PreferencesChange = { [Part in "app" | "email"]?: Partial<Switches> | undefined } & {
  digest?: boolean | undefined;
};

const allOn: Switches = { proposals: true, engagements: true, reviews: true, messages: true, announcements: true };
/** Until a member changes them: every kind, without digest. */
export const defaultPreferences: Preferences = { digest: false, app: allOn, email: allOn };

/** Applies a change to preferences; other switches keep their values, so that two tabs do not overwrite each other. */
export function withChange(preferences: Preferences, { digest, app, email }: PreferencesChange): Preferences {
  return {
    digest: digest ?? preferences.digest,
    app: { ...preferences.app, ...definedOnly(app) },
    email: { ...preferences.email, ...definedOnly(email) },
  };
}

const definedOnly = (switches: Partial<Switches> = {}) =>
  Object.fromEntries(Object.entries(switches).filter(([, on]) => on !== undefined));

/** The channels on which a member receives a kind. */
export function channelsFor(
  preferences: Preferences,
  kind: Kind,
): { bell: boolean; email: "now" | "digest" | "never" } {
  if (!isOptional(kind)) return { bell: true, email: "now" };
  const email = !preferences.email[kind] ? "never" : preferences.digest ? "digest" : "now";
  return { bell: preferences.app[kind], email };
}

/** What an unsubscribe link turns off: one kind, or, from a digest, all optional kinds. */
export const unsubscribable = [...optionalKinds, "all"] as const;
export type Unsubscribable = (typeof unsubscribable)[number];
/** The kinds that an unsubscribe link turns off. */
export const kindsOf = (about: Unsubscribable): readonly OptionalKind[] => (about === "all" ? optionalKinds : [about]);

/** The hour at which digests are sent, in London. */
export const digestHour = 8;

/** The day of the latest digest that is due: today from eight o'clock on, yesterday before. */
export function digestDay(now: Date): Day {
  const today = dayInLondon(now);
  return hourInLondon(now) >= digestHour ? today : addDays(today, -1);
}

/** The day of the digest that will contain what happens now. */
export function nextDigestDay(now: Date): Day {
  return addDays(digestDay(now), 1);
}

/** "proposals", "proposals and reviews", "proposals, engagements and reviews", for use within a sentence. */
export function kindsInWords(some: readonly OptionalKind[]): string {
  const names = some.map((kind) => kinds[kind].name.toLowerCase());
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
