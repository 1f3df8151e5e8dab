import type { z } from "zod";
import { accountEvents } from "./features/accounts/events.ts";
import { announcementEvents } from "./features/announcements/events.ts";
import { deskEvents } from "./features/back-office/desk-events.ts";
import { backOfficeEvents } from "./features/back-office/events.ts";
import { closureEvents } from "./features/closure/events.ts";
import { correspondenceEvents } from "./features/correspondence/events.ts";
import { earningEvents } from "./features/earnings/events.ts";
import { engagementEvents } from "./features/engagements/events.ts";
import { invoiceEvents, vatEvents } from "./features/invoices/events.ts";
import { mailTextEvents } from "./features/mail-texts/events.ts";
import { matchingEvents } from "./features/matching/events.ts";
import { membershipEvents } from "./features/membership/events.ts";
import { messageEvents } from "./features/messages/events.ts";
import { payoutEvents } from "./features/payouts/events.ts";
import { priceEvents } from "./features/prices/events.ts";
import { profileEvents } from "./features/profiles/events.ts";
import { referenceEvents } from "./features/reference/events.ts";
import { reportEvents } from "./features/reports/events.ts";
import { sanctionEvents } from "./features/sanctions/events.ts";
import { siteTextEvents } from "./features/site-texts/events.ts";
import { type EventKindDeclaration, eventKinds } from "./outbox/event-kinds.ts";

/** Every kind of event that the log holds: what each feature declares in its events.ts. */
export const eventDeclarations = {
  ...accountEvents,
  ...closureEvents,
  ...profileEvents,
  ...membershipEvents,
  ...payoutEvents,
  ...earningEvents,
  ...matchingEvents,
  ...engagementEvents,
  ...invoiceEvents,
  ...vatEvents,
  ...messageEvents,
  ...backOfficeEvents,
  ...deskEvents,
  ...correspondenceEvents,
  ...sanctionEvents,
  ...referenceEvents,
  ...announcementEvents,
  ...mailTextEvents,
  ...siteTextEvents,
  ...reportEvents,
  ...priceEvents,
  ...eventKinds("installation", { "demo.begun": {}, "demo.finished": {} }),
} satisfies Record<string, EventKindDeclaration>;

type Declarations = typeof eventDeclarations;
export type EventKind = keyof Declarations;
export type EventData<Kind extends EventKind> = z.output<Declarations[Kind]["data"]>;

type Written<Kind extends EventKind> = {
  kind: Kind;
  /** Null when a scheduled job or the card provider acted. */
  actorId: number | null;
  subjectId: number;
};

/** Every kind of event as the log returns it. */
export type EventsByKind = {
  [Kind in EventKind]: Written<Kind> & { id: number; data: EventData<Kind>; createdAt: Date };
};
export type Event = EventsByKind[EventKind];

/** What an action records: who did what to which subject, and the facts that readers need. */
export type NewEvent = {
  [Kind in EventKind]: Written<Kind> &
    (Record<never, never> extends EventData<Kind> ? { data?: EventData<Kind> } : { data: EventData<Kind> });
}[EventKind];

/** False for a kind that only an older or newer version of the program records. */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(eventDeclarations, kind);
