import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Email, Id, Moment, maxLongId, required, Whole, wholeNumber } from "../fields.ts";
import { choice, emptyAsMissing, Words } from "../lists.ts";
import { accountStates, roles } from "../product.ts";
import { DecisionForm } from "./contract.ts";
import { checkKinds, checkResults, recommendations } from "./queue-rules.ts";

// The queue of applications beside the decisions themselves (contract.ts, decision 41).

const path = "/api/back-office/applications";
const desk = { for: "staff", area: "applications" } as const;
const byId = { params: z.object({ id: Id }) };

const Somebody = z.object({ id: Whole, name: z.string() });

/** Where an application stands: whom it waits for, since when, and who works on it. */
const standing = {
  id: Whole,
  role: z.enum(roles),
  name: z.string(),
  company_name: z.string().nullable(),
  company_size: z.string().nullable(),
  email: z.string(),
  state: z.enum(accountStates),
  decision: z.enum(["approved", "rejected"]).nullable(),
  /** Null while the applicant has to do something. */
  waiting_since: Moment.nullable(),
  promised_by: z.string().nullable(),
  overdue: z.boolean(),
  /** The applicant was asked for more and has not answered. */
  asked: z.boolean(),
  /** Of question and answer: it grows with each, and is 0 before the first. */
  version: Whole,
  assigned: Somebody.nullable(),
  references: z.object({ asked: Whole, given: Whole }),
};

/** Row G-25. */
export const listQueue = endpoint({
  method: "GET",
  path: "/api/back-office/queue",
  ...desk,
  summary: "Applications in one state, those that wait for a decision unless another is chosen, oldest first.",
  query: z.object({
    q: Words,
    state: choice(accountStates),
    role: choice(roles),
    /** Past the promise, with the applicant, or with us. */
    age: choice(["overdue", "asked", "waiting"]),
    with: choice(["me", "nobody"]),
    company_size_id: emptyAsMissing(Id.optional()),
    after: emptyAsMissing(Id.optional()),
  }),
  mayBeStale: true,
  output: z.object({
    entries: z.array(z.object(standing)),
    more: z.boolean(),
    decide_within_days: Whole,
  }),
});

const Case = z.object({
  ...standing,
  question: z.string().nullable(),
  asked_at: Moment.nullable(),
  asked_by: z.string().nullable(),
  answer: z.string().nullable(),
  answered_at: Moment.nullable(),
  checks: z.array(
    z.object({
      id: Whole,
      kind: z.enum(checkKinds),
      result: z.enum(checkResults),
      note: z.string().nullable(),
      by: z.string().nullable(),
      at: Moment,
    }),
  ),
  referees: z.array(
    z.object({
      id: Whole,
      name: z.string(),
      email: z.string(),
      asked_at: Moment,
      answered_at: Moment.nullable(),
      known_as: z.string().nullable(),
      recommends: z.enum(recommendations).nullable(),
      words: z.string().nullable(),
    }),
  ),
  /** Why the decision cannot be undone; null when it can be. */
  undo_refusal: z.string().nullable(),
});
export type ApplicationCase = z.output<typeof Case>;

export const readCase = endpoint({
  method: "GET",
  path: `${path}/{id}/case`,
  ...desk,
  summary:
    "What is known about an application beside its answers: who works on it, checks, references, question and answer.",
  ...byId,
  output: Case,
});

export const assignApplication = endpoint({
  method: "PATCH",
  path: `${path}/{id}/assign`,
  ...desk,
  summary: "Take an application on oneself, or put it back.",
  ...byId,
  body: z.object({ to: z.enum(["me", "nobody"]) }),
  output: Case,
});

/** The version that the caller has read: what was asked or answered since is not replaced unseen, but refused with 409. */
const version = wholeNumber("is not a version", { min: 0, max: maxLongId }).optional();

export const QuestionForm = z.object({ question: required("Please write what you would like to know", 2000), version });

/** Row G-28. */
export const askApplicant = endpoint({
  method: "POST",
  path: `${path}/{id}/question`,
  ...desk,
  summary:
    "Ask the applicant for more, by e-mail; they answer on the page that shows how their application stands. 409 when the version is outdated.",
  ...byId,
  body: QuestionForm,
  output: Case,
});

const UndoForm = z.object({ reason: required("Please give the reason: the applicant will read it.", 2000) });

/** Row G-29. */
export const undoDecision = endpoint({
  method: "POST",
  path: `${path}/{id}/undo`,
  ...desk,
  summary:
    "Undo a decision: an approval until the password was created, a rejection for 30 days. The applicant is told.",
  ...byId,
  body: UndoForm,
  output: Case,
});

const mostAtOnce = 50;

/** Row G-27. */
export const decideSeveral = endpoint({
  method: "POST",
  path: `${path}/decisions`,
  ...desk,
  summary: "Decide several applications alike, each on its own; the answer says which could not be, and why.",
  body: z.object({
    ids: z.array(Id, "must be a list").min(1, "Please choose at least one").max(mostAtOnce, "Please choose at most 50"),
    decision: z.enum(["approved", "rejected"]),
    ...DecisionForm.shape,
  }),
  inSteps: true,
  output: z.object({ decided: z.array(Whole), failed: z.array(z.object({ id: Whole, why: z.string() })) }),
});

export const CheckForm = z.object({
  kind: z.enum(checkKinds, "Please choose what you have checked"),
  result: z.enum(checkResults, "Please choose what came out"),
  note: z.string().trim().max(2000, "Please keep this under 2000 characters").nullish(),
});

/** Row G-30. */
export const recordCheck = endpoint({
  method: "POST",
  path: `${path}/{id}/checks`,
  ...desk,
  summary: "Record a check: company number, LinkedIn or a reference by telephone.",
  ...byId,
  body: CheckForm,
  output: Case,
});

export const RefereeForm = z.object({ name: required("Please enter a name"), email: Email });

/** Row G-30. */
export const askReference = endpoint({
  method: "POST",
  path: `${path}/{id}/references`,
  ...desk,
  summary: "Ask somebody by e-mail for a reference; they answer once, on the page that the link opens.",
  ...byId,
  body: RefereeForm,
  inSteps: true,
  output: Case,
});

export const PromiseForm = z.object({
  decide_within_days: wholeNumber("Please give whole days, from 1 to 60.", { max: 60 }),
});

export const changePromise = endpoint({
  method: "PATCH",
  path: "/api/back-office/promise",
  ...desk,
  summary: "Within how many days applications are decided.",
  body: PromiseForm,
  output: z.object({ decide_within_days: Whole }),
});

// For applicants and referees, who have no account to sign in to: the token of their e-mail's link is the key.

const byToken = { for: "anyone", params: z.object({ token: z.string().min(1).max(200) }), limit: 60 } as const;

const ApplicationStatus = z.object({
  first_name: z.string(),
  state: z.enum(accountStates),
  question: z.string().nullable(),
  answer: z.string().nullable(),
  /** Whether an answer is awaited. */
  open: z.boolean(),
  version: Whole,
});
export type ApplicationStatus = z.output<typeof ApplicationStatus>;

export const readApplicationStatus = endpoint({
  method: "GET",
  path: "/api/application_status/{token}",
  ...byToken,
  summary: "How an application stands, and what we have asked, for the applicant who opens our e-mail's link.",
  output: ApplicationStatus,
});

export const AnswerForm = z.object({ answer: required("Please write your answer", 4000), version });

export const answerQuestion = endpoint({
  method: "POST",
  path: "/api/application_status/{token}",
  ...byToken,
  summary: "The applicant's answer to what we have asked, once; 409 when something else was asked since the version.",
  body: AnswerForm,
  output: ApplicationStatus,
});

const ReferenceRequest = z.object({
  referee: z.string(),
  applicant: z.string(),
  role: z.enum(roles),
  given: z.boolean(),
});
export type ReferenceRequest = z.output<typeof ReferenceRequest>;

export const readReferenceRequest = endpoint({
  method: "GET",
  path: "/api/reference/{token}",
  ...byToken,
  summary: "About whom a reference is asked, for whoever opens our e-mail's link.",
  output: ReferenceRequest,
});

export const ReferenceForm = z.object({
  known_as: required("Please say how you know them", 300),
  recommends: z.enum(recommendations, "Please choose one"),
  words: z.string().trim().max(4000, "Please keep this under 4000 characters").nullish(),
});

export const giveReference = endpoint({
  method: "POST",
  path: "/api/reference/{token}",
  ...byToken,
  summary: "The reference, once.",
  body: ReferenceForm,
  output: ReferenceRequest,
});
