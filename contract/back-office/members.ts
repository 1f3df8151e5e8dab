import { z } from "zod";
import { type Declaration, endpoint } from "../endpoint.ts";
import { statuses } from "../engagements/rules.ts";
import { Id, LongId, Moment, required, Whole } from "../fields.ts";
import { wireStatuses } from "../invoices/rules.ts";
import { choice, listFilters } from "../lists.ts";
import { accountStates, roles } from "../product.ts";
import { Application } from "./contract.ts";
import { timelineKinds } from "./timeline-kinds.ts";

// A member as staff see them: the list, the page's head, and each of its tabs.

const path = "/api/back-office/members";
const desk = { for: "staff", area: "members" } as const;
const memberFilters = listFilters({ role: choice(roles), state: choice(accountStates) });

const ListedMember = z.object({
  id: Whole,
  role: z.enum(roles),
  name: z.string(),
  company_name: z.string().nullable(),
  email: z.string(),
  state: z.enum(accountStates),
  joined_at: Moment,
});

/** Row G-24. */
export const listMembers = endpoint({
  method: "GET",
  path,
  ...desk,
  summary: "Members, newest first; words are looked for in name, company and e-mail, the days are those of applying.",
  query: memberFilters.extend({ after: Id.optional() }),
  mayBeStale: true,
  output: z.object({ entries: z.array(ListedMember), more: z.boolean() }),
});

const byId = { params: z.object({ id: Id }) };

/** Row G-21. */
export const readMember = endpoint({
  method: "GET",
  path: `${path}/{id}`,
  ...desk,
  summary: "One member: who they are, their application, membership or payouts, what they have earned or paid.",
  ...byId,
  output: z.object({
    ...ListedMember.shape,
    city: z.string().nullable(),
    photo: z.string().nullable(),
    profile_setup: z.boolean(),
    stripe_setup: z.boolean(),
    /** Whether two-step sign-in is on. */
    two_step: z.boolean(),
    /** Without the actions: those are for the roles that decide applications, which are not all that read members. */
    application: Application.omit({ allowed_actions: true }),
    membership: z
      .object({
        plan: z.string().nullable(),
        status: z.string().nullable(),
        until: Moment.nullable(),
        ends: z.boolean(),
      })
      .nullable(),
    payouts: z.object({ payable: z.boolean(), requirements: z.array(z.string()) }).nullable(),
    /**
     * In pounds: what an advisor has been paid or a customer has paid here, and our share, both without what was given
     * back since; and what was given back, by refunds and by banks.
     */
    money: z.object({
      paid: z.number(),
      commission: z.number(),
      refunded: z.number(),
      open: z.number(),
      open_count: Whole,
    }),
    counts: z.object({ engagements: Whole, conversations: Whole, reviews: Whole, notes: Whole }),
  }),
});
export type MemberPage = z.output<(typeof readMember)["output"]>;

const TimelineEntry = z.object({
  /** The event's or the e-mail's, with a letter before it. */
  key: z.string(),
  at: Moment,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** Who did it; null for the member themselves, a job or the card provider. */
  by: z.string().nullable(),
  invoice_id: Whole.nullable(),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** Row G-22. */
export const readMemberTimeline = endpoint({
  method: "GET",
  path: `${path}/{id}/timeline`,
  ...desk,
  summary: "Everything that has happened around a member, newest first, from the event log and the e-mails.",
  ...byId,
  query: z.object({
    kind: choice(timelineKinds),
    /** The last event and the last e-mail of the page before, from its `next`. */
    before_event: LongId.optional(),
    before_mail: LongId.optional(),
  }),
  mayBeStale: true,
  output: z.object({
    entries: z.array(TimelineEntry),
    next: z.object({ before_event: z.number(), before_mail: z.number() }).nullable(),
  }),
});

/** A tab of the member's page: its newest 100 rows. */
const tab = <const Name extends string, Row extends z.ZodObject>(name: Name, summary: string, row: Row) =>
  endpoint({
    method: "GET",
    path: `${path}/{id}/${name}`,
    ...desk,
    summary,
    ...byId,
    output: z.object({ entries: z.array(row) }),
  } as const satisfies Declaration);

export const listMemberEngagements = tab(
  "engagements",
  "A member's engagements, newest first.",
  z.object({
    id: Whole,
    name: z.string(),
    status: z.enum(statuses),
    total: z.number(),
    created_at: Moment,
    other_id: Whole,
    other: z.string(),
  }),
);

export const listMemberInvoices = tab(
  "invoices",
  "The invoices that a member has sent or received, newest first, without drafts.",
  z.object({
    id: Whole,
    number: z.string(),
    status: z.enum(wireStatuses),
    total: z.number(),
    refunded: z.number(),
    commission: z.number(),
    issued_on: z.string().nullable(),
    other_id: Whole,
    other: z.string(),
  }),
);

export const listMemberConversations = tab(
  "conversations",
  "With whom a member has exchanged messages, how many (up to 1,000 are counted) and when; never what was said.",
  z.object({
    id: Whole,
    other_id: Whole,
    other: z.string(),
    messages: Whole,
    last_at: Moment.nullable(),
    started_at: Moment,
  }),
);

export const listMemberReviews = tab(
  "reviews",
  "The reviews that a member has received or written.",
  z.object({
    id: Whole,
    engagement: z.string(),
    other: z.string(),
    rating: Whole,
    rating_chosen: z.boolean(),
    body: z.string(),
    answer: z.string().nullable(),
    created_at: Moment,
  }),
);

const mailFates = ["sent", "waiting", "failed"] as const;

export const listMemberMails = tab(
  "mails",
  "The e-mails to a member's address and what became of them, without their texts.",
  z.object({
    id: Whole,
    subject: z.string(),
    fate: z.enum(mailFates),
    created_at: Moment,
    sent_at: Moment.nullable(),
    reason: z.string().nullable(),
  }),
);

export const listMemberSessions = tab(
  "sessions",
  "Where a member is signed in.",
  z.object({ id: Whole, user_agent: z.string().nullable(), created_at: Moment, ends_at: Moment }),
);

const Note = z.object({
  id: Whole,
  body: z.string(),
  author: z.string(),
  /** The caller wrote it, and may change it. */
  own: z.boolean(),
  created_at: Moment,
  edited_at: Moment.nullable(),
});

export const listMemberNotes = tab("notes", "What staff have written down about a member, newest first.", Note);

export const NoteForm = z.object({ body: required("Please write something", 4000) });

/** Row G-23. */
export const writeMemberNote = endpoint({
  method: "POST",
  path: `${path}/{id}/notes`,
  ...desk,
  summary: "Write down something about a member; members never see it.",
  ...byId,
  body: NoteForm,
  output: Note,
  status: 201,
});

export const editMemberNote = endpoint({
  method: "PATCH",
  path: "/api/back-office/notes/{id}",
  ...desk,
  summary: "Change a note of one's own.",
  ...byId,
  body: NoteForm,
  output: Note,
});
