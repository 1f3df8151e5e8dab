import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import { Proposal } from "@plumbline/contract/engagements/contract.ts";
import type { PaymentType, Status } from "@plumbline/contract/engagements/rules.ts";
import {
  acceptEngagement,
  completeEngagement,
  ownCustomersOf,
  propose,
  rejectEngagement,
  startEngagement,
  suggestEdit,
} from "../features/engagements/actions.ts";
import { findEngagement } from "../features/engagements/store.ts";
import { readConversation, sendMessage } from "../features/messages/actions.ts";
import type { House } from "../house.ts";
import { choices, type Person } from "./people.ts";

export type NewEngagement = {
  advisor: Person;
  /** Must be set up, unless the two have met: a customer writes the first line. */
  customer: Person;
  status?: Status;
  name?: string;
  description?: string;
  /** The name of an expertise area. */
  theme?: string;
  startDate?: Day;
  endDate?: Day;
  paymentType?: PaymentType;
  /** Pounds, and how many of the periods. */
  fee?: number;
  units?: number;
  attachmentIds?: number[];
  collaborators?: string[];
  /** What the customer writes with their answer. */
  message?: string;
  /** When it was proposed; what follows is spread over the days since. */
  sentDaysAgo?: number;
};

/** The same house at an earlier time, for a history that did not all happen just now. */
export function daysAgo(house: House, days: number): House {
  return { ...house, clock: { now: () => new Date(house.clock.now().getTime() - days * 86_400_000) } };
}

/** An engagement in a status, brought there by the moves that lead to it; answers its id. */
export async function makeEngagement(house: House, given: NewEngagement): Promise<number> {
  const { advisor, customer, status = "proposed", message, sentDaysAgo = 0 } = given;
  const today = dayInLondon(house.clock.now());
  const waits = status !== "in_progress" && status !== "completed";
  const startDate = given.startDate ?? addDays(today, waits ? 7 : -sentDaysAgo);
  const proposal = Proposal.parse({
    customer_id: customer.id,
    name: given.name ?? "Finance function for series B",
    theme: (await choices(house.db))("expertise_areas", given.theme),
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
  const steps = pathTo(status);
  // The first answer comes within a day; what follows is spread over the rest.
  const answered = Math.max(sentDaysAgo - 1, sentDaysAgo / 2);
  const at = (step: number) =>
    daysAgo(house, step === 0 ? sentDaysAgo : (answered * (steps.length + 1 - step)) / steps.length);
  await meet(at(0), advisor, customer);
  const id = await propose(at(0), advisor.member, proposal);
  for (const [index, step] of steps.entries()) {
    const then = at(index + 1);
    if (step !== acceptEngagement || status === "accepted") await step(then, customer.member, id, { message });
    else {
      await acceptEngagement(then, customer.member, id, { message });
      if ((await findEngagement(house.db, id))?.status === "accepted") await startEngagement(then, customer.member, id);
    }
  }
  return id;
}

/** The customer's moves from a proposal to a status; work that should run starts as soon as it is accepted. */
function pathTo(status: Status) {
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

/** An advisor proposes to people they know: without a conversation the customer begins one. */
async function meet(house: House, advisor: Person, customer: Person): Promise<void> {
  if ((await ownCustomersOf(house, advisor.member)).includes(customer.id)) return;
  await sendMessage(house, customer.member, { receiverId: advisor.id, body: "Hello, could you help us with this?" });
  // They answer with a proposal; the message is not news any more.
  await readConversation(house, advisor.member, customer.id);
}
