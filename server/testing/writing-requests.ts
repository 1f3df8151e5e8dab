import * as accounts from "@plumbline/contract/accounts/contract.ts";
import * as reconciliation from "@plumbline/contract/back-office/reconciliation.ts";
import * as team from "@plumbline/contract/back-office/team.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as staffInvoices from "@plumbline/contract/invoices/staff-contract.ts";
import * as vat from "@plumbline/contract/invoices/vat-contract.ts";
import { vatAgreement } from "@plumbline/contract/invoices/vat-registration.ts";
import * as matching from "@plumbline/contract/matching/contract.ts";
import * as membership from "@plumbline/contract/membership/contract.ts";
import * as messages from "@plumbline/contract/messages/contract.ts";
import * as notifications from "@plumbline/contract/notifications/contract.ts";
import * as payouts from "@plumbline/contract/payouts/contract.ts";
import * as profiles from "@plumbline/contract/profiles/contract.ts";
import * as reviews from "@plumbline/contract/reviews/contract.ts";
import * as support from "@plumbline/contract/support/contract.ts";
import { makePaid } from "../demo/invoices.ts";
import { authorizeInBrowser, cardToken, payMembership } from "../demo/membership.ts";
import {
  advisorApplication,
  apply,
  choices,
  customerApplication,
  freshEmail,
  makeMember,
  makeStaff,
  type Person,
} from "../demo/people.ts";
import { insertLink } from "../features/accounts/store.ts";
import { plansOf } from "../features/membership/plans.ts";
import { refreshMembership } from "../features/membership/refresh.ts";
import { unsubscribeFrom } from "../features/notifications/unsubscribe.ts";
import { leaveReview } from "../features/reviews/actions.ts";
import * as tables from "../schema.ts";
import { backOfficeRequests } from "./back-office-requests.ts";
import { closureRequests } from "./closure-requests.ts";
import { contentRequests } from "./content-requests.ts";
import { deskRequests } from "./desk-requests.ts";
import { disputeRequests } from "./dispute-requests.ts";
import { priceRequests } from "./price-requests.ts";
import { sanctionRequests } from "./sanction-requests.ts";
import { sessionRequests } from "./session-requests.ts";
import { teamRequests } from "./team-requests.ts";
import { engaged, invoiced, member, type Prepare, pair, request, type Server } from "./writing-request.ts";

// A successful request for every endpoint that changes state, each with the data it needs: tests of rules that hold for
// all of them, such as idempotency, use these.

const password = "correct horse battery";
const sampleFile = () => new File(["name,amount\nwork,1\n"], "figures.csv");

/** The smallest valid PNG. */
const samplePicture = () =>
  new File(
    [
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    ],
    "me.png",
  );

const vatRegistration = {
  vat_number: "GB123456782",
  name: "Osei Advisory Ltd",
  address: "1 Plumb Street\nLondon",
  agreed: true,
  agreement_version: vatAgreement.version,
} as const;
const items = [{ description: "Board pack", quantity: 1, unit_price: 1200, amount: 1200 }];

async function proposalFor(server: Server, customer: Person) {
  const today = dayInLondon(server.context.clock.now());
  return {
    customer_id: customer.id,
    name: "Finance function",
    theme: (await choices(server.context.db))("expertise_areas"),
    description: "Monthly close in five days.",
    start_date: today,
    end_date: addDays(today, 30),
    payment_type: "daily" as const,
    payment_cost: 500,
    payment_span: 10,
    total_payment: 5000,
  };
}

async function plansIn({ context }: Server) {
  const all = (await plansOf(context)).filter(({ name }) => name !== "Individual");
  const priced = (interval: "month" | "year") =>
    (all.find((plan) => plan.interval === interval) as { price_id: string }).price_id;
  return { monthly: priced("month"), annual: priced("year") };
}

/** A customer with a monthly membership. */
const paying = async (server: Server) => payMembership(server.context, await makeMember(server.context, "customer"));

let notificationsMade = 0;
/** A member with a notification, and its id. */
async function notified(server: Server) {
  const by = await member(server, "customer");
  const [row] = await server.context.db
    .insert(tables.notifications)
    .values({
      memberId: by.id,
      eventId: -(notificationsMade += 1),
      message: "Something happened.",
      action: "/engagements",
    })
    .returning();
  return { by, id: (row as { id: number }).id };
}

const unsubscribing = async (server: Server) => {
  const person = await member(server, "advisor");
  const { url } = unsubscribeFrom(server.context, person.id, "messages");
  return { params: { token: url.split("/").at(-1) as string } };
};

export const writingRequests: readonly [declaration: Declaration, prepare: Prepare][] = [
  request(accounts.signIn, async ({ context }) => {
    const { email } = await makeMember(context, "customer", { password });
    return { sending: { body: { email, password, owner_type: "customer" as const, grant_type: "password" as const } } };
  }),
  request(accounts.signOut, async ({ context }) => ({
    sending: { body: { token: (await makeMember(context, "customer")).token } },
  })),
  request(accounts.applyAsCustomer, async ({ context }) => ({
    sending: { body: await customerApplication(context, { email: freshEmail("applicant") }) },
  })),
  request(accounts.applyAsAdvisor, async ({ context }) => ({
    sending: { body: await advisorApplication(context, { email: freshEmail("applicant") }) },
  })),
  request(accounts.requestConfirmation, async ({ context }) => {
    const email = freshEmail("applicant");
    await apply(context, "customer", { email, name: "Priya Raman" });
    return { sending: { params: { role: "customers" as const }, body: { email } } };
  }),
  request(accounts.createPassword, async ({ context }) => {
    const { id } = await makeMember(context, "advisor");
    const token = await insertLink(context.db, id, "reset_password", context.clock.now(), 3600);
    return {
      sending: {
        params: { role: "advisors" as const },
        body: { reset_password_token: token, password: "a brand new password" },
      },
    };
  }),
  request(accounts.confirmEmailChange, async ({ context }) => {
    const { id } = await makeMember(context, "customer");
    const token = await insertLink(context.db, id, "change_email", context.clock.now(), 3600, freshEmail("moved"));
    return { sending: { body: { token } } };
  }),
  request(accounts.requestReset, async ({ context }) => ({
    sending: { params: { role: "customers" as const }, body: { email: (await makeMember(context, "customer")).email } },
  })),
  request(accounts.changePassword, async ({ context }) => ({
    by: await makeMember(context, "advisor", { password }),
    sending: {
      params: { role: "advisors" as const },
      body: { current_password: password, password: "quite another one", confirmPassword: "quite another one" },
    },
  })),
  request(profiles.saveAdvisorProfile, async (server) => ({
    by: await member(server, "advisor"),
    sending: { body: { advisor_profile: { head_line: "Numbers people read" } } },
  })),
  request(profiles.saveCustomerProfile, async (server) => ({
    by: await member(server, "customer"),
    sending: { body: { customer_profile: { name: "Priya R. Raman" } } },
  })),
  request(profiles.uploadPhoto, async (server) => ({
    by: await member(server, "advisor"),
    sending: { files: [samplePicture()] },
  })),
  request(membership.subscribe, async (server) => ({
    by: await makeMember(server.context, "customer"),
    sending: { body: { token: await cardToken(server.context), plan_id: (await plansIn(server)).monthly } },
  })),
  request(membership.previewChange, async (server) => ({
    by: await paying(server),
    sending: { body: { plan_id: (await plansIn(server)).annual } },
  })),
  request(membership.changePlan, async (server) => ({
    by: await paying(server),
    sending: { body: { plan_id: (await plansIn(server)).annual } },
  })),
  request(membership.cancelPlan, async (server) => ({ by: await paying(server), sending: {} })),
  request(membership.resumePlan, async (server) => {
    const by = await paying(server);
    await server.call(membership.cancelPlan, {}, by.token);
    return { by, sending: {} };
  }),
  request(membership.refreshMembership, async (server) => ({ by: await paying(server), sending: {} })),
  request(membership.checkCoupon, async (server) => ({
    by: await makeMember(server.context, "customer"),
    sending: { body: { coupon: "TWOMONTHS" } },
  })),
  request(membership.updateCard, async (server) => ({
    by: await paying(server),
    sending: { body: { token: await cardToken(server.context, "5555555555554444") } },
  })),
  request(payouts.accountLink, async (server) => {
    const by = await makeMember(server.context, "advisor");
    return { by, sending: { body: { email: by.email } } };
  }),
  request(payouts.authorizePayout, async (server) => {
    const by = await makeMember(server.context, "advisor");
    const link = await server.call(payouts.accountLink, { body: { email: by.email } }, by.token);
    const back = await authorizeInBrowser(link.body.url as string);
    return { by, sending: { body: { code: back.get("code") as string, state: back.get("state") as string } } };
  }),
  request(matching.updatePreference, async (server) => {
    const choice = await choices(server.context.db);
    return {
      by: await member(server, "customer"),
      sending: {
        body: {
          industry_id: choice("industries"),
          company_size_id: choice("company_sizes"),
          expertise_area_ids: [choice("expertise_areas")],
        },
      },
    };
  }),
  request(matching.requestAdvisor, async (server) => ({
    by: await member(server, "customer"),
    sending: { body: { message: "Somebody who has sold a bakery." } },
  })),
  request(engagements.createProject, async (server) => {
    const { advisor, customer } = await engaged(server, "proposed");
    return { by: advisor, sending: { body: await proposalFor(server, customer) } };
  }),
  request(engagements.uploadProjectFiles, async (server) => ({
    by: await member(server, "advisor"),
    sending: { files: [sampleFile(), sampleFile()] },
  })),
  request(engagements.updateProject, async (server) => {
    const { advisor, id } = await engaged(server, "edit_suggested");
    return { by: advisor, sending: { params: { id }, body: { name: "Finance function, smaller" } } };
  }),
  ...(
    [
      [engagements.acceptProject, "proposed", "customer"],
      [engagements.rejectProject, "proposed", "customer"],
      [engagements.suggestEdit, "proposed", "customer"],
      [engagements.startProject, "accepted", "customer"],
      [engagements.completeProject, "in_progress", "customer"],
      [engagements.askForReview, "completed", "advisor"],
    ] as const
  ).map(([declaration, status, by]) =>
    request(declaration, async (server) => {
      const people = await engaged(server, status);
      return { by: people[by], sending: { params: { id: people.id }, body: { message: "As we said." } } };
    }),
  ),
  request(reviews.createReview, async (server) => {
    const { customer, id } = await engaged(server, "completed");
    return { by: customer, sending: { body: { rating: 4, body: "Clear and quick.", project_id: id } } };
  }),
  request(reviews.answerReview, async (server) => {
    const { advisor, customer, id } = await engaged(server, "completed");
    const review = { rating: 4, rating_chosen: true, body: "Clear and quick.", project_id: id };
    const reviewId = await leaveReview(server.context, customer.member, review);
    return { by: advisor, sending: { params: { id: reviewId }, body: { answer: "Thank you." } } };
  }),
  request(invoices.createInvoice, async (server) => {
    const { advisor, id } = await engaged(server, "in_progress");
    return { by: advisor, sending: { body: { project_id: id, items_attributes: items } } };
  }),
  request(vat.setVatRegistration, async (server) => ({
    by: await makeMember(server.context, "advisor"),
    sending: { body: vatRegistration },
  })),
  request(invoices.updateDraft, async (server) => {
    const { advisor, engagementId, id } = await invoiced(server, { draft: true });
    return { by: advisor, sending: { params: { id }, body: { project_id: engagementId, items_attributes: items } } };
  }),
  request(invoices.sendDraft, async (server) => {
    const { advisor, id } = await invoiced(server, { draft: true });
    return { by: advisor, sending: { params: { id }, body: {} } };
  }),
  request(invoices.withdrawInvoice, async (server) => {
    const { advisor, id } = await invoiced(server);
    return { by: advisor, sending: { params: { id } } };
  }),
  request(invoices.payInvoice, async (server) => {
    const { customer, id } = await invoiced(server, { card: true });
    return { by: customer, sending: { params: { id } } };
  }),
  request(staffInvoices.refundInvoice, async (server) => {
    const { customer, id } = await invoiced(server, { card: true });
    await makePaid(server.context, customer, id);
    return {
      by: await makeStaff(server.context),
      sending: { params: { id }, body: { reason: "Paid twice by hand.", amount: "12.50" } },
      another: { params: { id }, body: { reason: "Paid twice by hand.", amount: "12.51" } },
    };
  }),
  request(reconciliation.reconcile, async (server) => ({
    by: await makeStaff(server.context),
    sending: { body: { days: 2 } },
    another: { body: { days: 3 } },
  })),
  request(messages.sendMessage, async (server) => {
    const { advisor, customer } = await pair(server);
    return { by: customer, sending: { body: { receiver_id: advisor.id, message: { body: "Good morning." } } } };
  }),
  request(messages.uploadMessageFile, async (server) => ({
    by: await member(server, "customer"),
    sending: { files: [sampleFile()] },
  })),
  request(messages.readConversation, async (server) => {
    const { advisor, customer } = await engaged(server, "proposed");
    const message = { receiver_id: advisor.id, message: { body: "One more thing." } };
    await server.call(messages.sendMessage, { body: message }, customer.token);
    return { by: advisor, sending: { body: { receiver_id: customer.id, profile_id: advisor.id } } };
  }),
  request(notifications.readNotification, async (server) => {
    const { by, id } = await notified(server);
    return { by, sending: { params: { id }, body: { isRead: true } } };
  }),
  request(notifications.readAllNotifications, async (server) => {
    const { by, id } = await notified(server);
    return { by, sending: { body: { isRead: true as const, up_to: id } } };
  }),
  request(notifications.changePreferences, async (server) => ({
    by: await member(server, "customer"),
    sending: { body: { digest: true } },
    another: { body: { digest: false } },
  })),
  request(notifications.unsubscribe, async (server) => ({ sending: await unsubscribing(server) })),
  request(notifications.resubscribe, async (server) => ({
    sending: { ...(await unsubscribing(server)), body: { kinds: ["messages" as const] } },
  })),
  ...backOfficeRequests,
  ...teamRequests,
  ...deskRequests,
  ...contentRequests,
  ...closureRequests,
  ...sessionRequests,
  ...sanctionRequests,
  ...disputeRequests,
  ...priceRequests,
  request(support.sendSupportMessage, async () => ({
    sending: {
      body: { firstname: "Ada", lastname: "Byron", email: freshEmail("visitor"), message: "Do you open late?" },
    },
  })),
  request(support.subscribe, async () => ({ sending: { body: { name: "Ada Byron", email: freshEmail("visitor") } } })),
  // Last, because it advances the provider's clock by a month, which renews every membership.
  request(membership.payOverdue, async (server) => {
    const by = await paying(server);
    const declined = { token: await cardToken(server.context, "4000000000000341") };
    await server.call(membership.updateCard, { body: declined }, by.token);
    server.sandbox.stripe?.advance(32 * 86_400);
    await refreshMembership(server.context, by.id);
    return { by, sending: {} };
  }),
];

/** The same for endpoints that delete, whose calls may be repeated without a key. */
export const deletingRequests: readonly [declaration: Declaration, prepare: Prepare][] = [
  request(vat.endVatRegistration, async (server) => {
    const by = await makeMember(server.context, "advisor");
    await server.call(vat.setVatRegistration, { body: vatRegistration }, by.token);
    return { by, sending: {} };
  }),
  request(invoices.deleteDraft, async (server) => {
    const { advisor, id } = await invoiced(server, { draft: true });
    return { by: advisor, sending: { params: { id } } };
  }),
  request(team.endStaffSession, async ({ context }) => {
    const { member: colleague } = await makeStaff(context, { role: "support" });
    return { by: await makeStaff(context), sending: { params: { id: colleague.sessionId } } };
  }),
  request(team.endStaffSessions, async ({ context }) => {
    const { id } = await makeStaff(context, { role: "support" });
    return { by: await makeStaff(context), sending: { params: { id } } };
  }),
];
