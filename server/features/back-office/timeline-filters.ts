import type { TimelineKind } from "@plumbline/contract/back-office/timeline-kinds.ts";
import { keysOf } from "@plumbline/contract/records.ts";
import { type EventKind, eventDeclarations } from "../../events.ts";

/** The filter of the timeline that shows a kind of event; null for one that only the whole timeline has. */
type Filter = Exclude<TimelineKind, "staff" | "mail"> | null;

type AccountKind = Extract<EventKind, `account.${string}` | `profile.${string}`>;
type FamilyOf<Kind> = Kind extends `${infer Family}.${string}` ? Family : never;

/** By the kind, where those that begin alike differ. */
const filterOfKind: Record<AccountKind, Filter> = {
  "account.applied": null,
  "account.applied_again": null,
  "account.verification_asked": null,
  "account.verified": null,
  "account.approved": null,
  "account.rejected": null,
  "account.opened": "sign_ins",
  "account.signed_in": "sign_ins",
  "account.reset_requested": "sign_ins",
  "account.password_reset": "sign_ins",
  "account.password_changed": "sign_ins",
  "account.signed_out_everywhere": "sign_ins",
  "account.other_sessions_ended": "sign_ins",
  "account.sessions_ended": "sign_ins",
  "account.email_change_asked": "sign_ins",
  "account.staff_made": null,
  "account.staff_link_printed": null,
  "account.staff_link_sent": null,
  "account.staff_role_changed": null,
  "account.staff_removed": null,
  "account.staff_sessions_ended": null,
  "account.looked_at": null,
  "account.look_ended": null,
  "account.two_step_on": "sign_ins",
  "account.two_step_off": "sign_ins",
  "account.two_step_codes_made": "sign_ins",
  "account.two_step_code_spent": "sign_ins",
  "account.two_step_reset": "sign_ins",
  "account.two_step_reset_for_member": "sign_ins",
  "account.staff_invited": null,
  "account.closed": null,
  "account.reopened": null,
  "account.erased": null,
  "profile.saved": null,
  "profile.completed": null,
  "profile.photo_changed": null,
  "profile.email_changed": "sign_ins",
};

/** By what the kinds of all others begin with. */
const filterOfFamily: Record<FamilyOf<Exclude<EventKind, AccountKind>>, Filter> = {
  membership: "money",
  offer: null,
  payouts: "money",
  earnings: "money",
  search: null,
  engagement: "engagements",
  invoice: "money",
  vat: "money",
  conversation: "engagements",
  mail: null,
  delivery: null,
  webhook: null,
  list: null,
  member: null,
  application: null,
  thread: null,
  sanction: null,
  appeal: null,
  reference: null,
  announcement: null,
  mail_text: null,
  site_text: null,
  report: null,
  terms: null,
  demo: null,
};

const filterOf = (kind: EventKind): Filter =>
  isAccountKind(kind) ? filterOfKind[kind] : filterOfFamily[familyOf(kind)];

const isAccountKind = (kind: EventKind): kind is AccountKind => Object.hasOwn(filterOfKind, kind);
// What stands before the point is what FamilyOf infers.
const familyOf = <Kind extends EventKind>(kind: Kind) => kind.split(".")[0] as FamilyOf<Kind>;

/** The kinds of events that a filter of the timeline shows; null for all. */
export function kindsOf(kind: TimelineKind | undefined): string[] | null {
  if (kind === undefined || kind === "staff") return null;
  return keysOf(eventDeclarations).filter((each) => filterOf(each) === kind);
}
