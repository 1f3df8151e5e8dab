import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import { Proposal } from "@plumbline/contract/engagements/contract.ts";
import type { PaymentType, Status } from "@plumbline/contract/engagements/rules.ts";
import type { AppContext } from "../context.ts";
import {
  acceptEngagement,
  completeEngagement,
  propose,
  rejectEngagement,
  startEngagement,
  suggestEdit,
} from "../features/engagements/actions.ts";
import { findEngagement, findOwnCustomers } from "../features/engagements/store.ts";
import { readConversation, sendMessage } from "../features/messages/actions.ts";
import { daysAgo } from "./past.ts";
import { choices, type Person } from "./people.ts";

export type NewEngagement = {
  advisor: Person;
  /** Must be set up, unless the two have a conversation: the customer writes its first message. */
  customer: Person;
  status?: Status;
  name?: string;
  description?: string;
  /** The name of an expertise area. */
  theme?: string;
  startDate?: Day;
  endDate?: Day;
  paymentType?: PaymentType;
  /** The fee in pounds, and the number of periods. */
  fee?: number;
  units?: number;
  attachmentIds?: number[];
  collaborators?: string[];
  /** The message with the customer's answer. */
  message?: string;
  /** The age of the proposal; later steps are spread over the days since. */
  sentDaysAgo?: number;
};

/** Creates an engagement in a status through the transitions that lead to it; returns its id. */
export async function makeEngagement(context: AppContext, given: NewEngagement): Promise<number> {
  const { advisor, customer, status = "proposed", message, sentDaysAgo = 0 } = given;
  const today = dayInLondon(context.clock.now());
  const waits = status !== "in_progress" && status !== "completed";
  const startDate = given.startDate ?? addDays(today, waits ? 7 : -sentDaysAgo);
  const proposal = Proposal.parse({
    customer_id: customer.id,
    name: given.name ?? "Finance function for series B",
    theme: (await choices(context.db))("expertise_areas", given.theme),
    description:
      given.description ?? "Monthly close in five days, a board pack people read, and a model that survives diligence.",
    start_date: startDate,
    end_date: given.endDate ?? addDays(startDate, 84),
    payment_type: given.paymentType ?? "weekly",
    payment_cost: given.fee ?? 1250,
    payment_span: given.units ?? 12,
    attachment_ids: given.attachmentIds ?? [],
    collaborators: given.collaborators ?? [],
  });
  const steps = transitionsTo(status);
  // The first answer comes within a day; later steps are spread over the rest.
  const answered = Math.max(sentDaysAgo - 1, sentDaysAgo / 2);
  const at = (step: number) =>
    daysAgo(context, step === 0 ? sentDaysAgo : (answered * (steps.length + 1 - step)) / steps.length);
  await startConversation(at(0), advisor, customer);
  const id = await propose(at(0), advisor.member, proposal);
  for (const [index, step] of steps.entries()) {
    const then = at(index + 1);
    if (step !== acceptEngagement || status === "accepted") await step(then, customer.member, id, { message });
    else {
      await acceptEngagement(then, customer.member, id, { message });
      if ((await findEngagement(context.db, id))?.status === "accepted")
        await startEngagement(then, customer.member, id);
    }
  }
  return id;
}

/** The customer's transitions from a proposal to a status; work that should start begins as soon as it is accepted. */
function transitionsTo(status: Status) {
  switch (status) {
    case "proposed":
      return [];
    case "rejected":
      return [rejectEngagement];
    case "edit_suggested":
      return [suggestEdit];
    case "completed":
      return [acceptEngagement, completeEngagement];
    default:
      return [acceptEngagement];
  }
}

/** An advisor can propose only to members they have a conversation with, so the customer writes first. */
async function startConversation(context: AppContext, advisor: Person, customer: Person): Promise<void> {
  if ((await findOwnCustomers(context.db, advisor.id)).includes(customer.id)) return;
  await sendMessage(context, customer.member, { receiverId: advisor.id, body: "Hello, could you help us with this?" });
  // The advisor answers with a proposal, so the message counts as read.
  await readConversation(context, advisor.member, customer.id);
}
