import * as accounts from "@plumbline/contract/accounts/contract.ts";
import * as backOffice from "@plumbline/contract/back-office/contract.ts";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import type { Declaration, Sending } from "@plumbline/contract/endpoint.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import type { Status } from "@plumbline/contract/engagements/rules.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as matching from "@plumbline/contract/matching/contract.ts";
import * as membership from "@plumbline/contract/membership/contract.ts";
import * as messages from "@plumbline/contract/messages/contract.ts";
import * as notifications from "@plumbline/contract/notifications/contract.ts";
import * as payouts from "@plumbline/contract/payouts/contract.ts";
import type { Role } from "@plumbline/contract/product.ts";
import * as profiles from "@plumbline/contract/profiles/contract.ts";
import * as reviews from "@plumbline/contract/reviews/contract.ts";
import * as support from "@plumbline/contract/support/contract.ts";
import { eq } from "drizzle-orm";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice, makePaid } from "../demo/invoices.ts";
import { authorizeInBrowser, cardToken, connectPayouts, payMembership } from "../demo/membership.ts";
import { apply, choices, freshEmail, makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { insertLink } from "../features/accounts/store.ts";
import { providerCustomerOf, putCard } from "../features/membership/card.ts";
import { plansOf } from "../features/membership/plans.ts";
import { refreshMembership } from "../features/membership/refresh.ts";
import { unsubscribeFrom } from "../features/notifications/unsubscribe.ts";
import { citiesOf } from "../features/reference/store.ts";
import { leaveReview } from "../features/reviews/actions.ts";
import * as tables from "../schema.ts";
import type { World } from "./plumbline.ts";

// A request that succeeds, for every endpoint that changes something, each with a state of its own to succeed in: what
// must hold for all of them (asking twice, for one) is played with these.

/**
 * As it is sent, and by whom; a visitor has no token. `another` is a different request that is as sound, where one more
 * word in the body would not be.
 */
export type WritingRequest = { sending: Sending<Declaration>; token: string | null; another?: Sending<Declaration> };
type Prepared<D extends Declaration> = { sending: Sending<D>; by?: Person; another?: Sending<D> };
export type Prepare = (world: World) => Promise<WritingRequest>;

export const requestName = ({ method, path }: Pick<Declaration, "method" | "path">) => `${method} ${path}`;

function request<D extends Declaration>(
  declaration: D,
  prepare: (world: World) => Promise<Prepared<D>>,
): [declaration: Declaration, prepare: Prepare] {
  return [
    declaration,
    async (world) => {
      const { sending, by, another } = (await prepare(world)) as Prepared<Declaration>;
      return { sending, token: by?.token ?? null, ...(another && { another }) };
    },
  ];
}

const password = "correct horse battery";
const aFile = () => new File(["name,amount\nwork,1\n"], "figures.csv");

/** The smallest PNG that is a picture. */
const aPicture = () =>
  new File(
    [
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    ],
    "me.png",
  );

const member = async ({ house }: World, role: Role): Promise<Person> => setUp(house, await makeMember(house, role));
const pair = async (world: World) => ({
  advisor: await member(world, "advisor"),
  customer: await member(world, "customer"),
});

/** An engagement in a status, and its two sides. */
async function engaged(world: World, status: Status) {
  const { advisor, customer } = await pair(world);
  return { advisor, customer, id: await makeEngagement(world.house, { advisor, customer, status }) };
}

/** An invoice of an engagement in progress; `card` gives the customer one and the advisor a payout account. */
async function invoiced(world: World, { draft = false, card = false } = {}) {
  const { advisor, customer, id: engagementId } = await engaged(world, "in_progress");
  if (card) {
    await connectPayouts(world.house, advisor);
    const customerId = await providerCustomerOf(world.house, customer.member);
    await putCard(world.house, customerId, await cardToken(world.house));
  }
  return { advisor, customer, engagementId, id: await makeInvoice(world.house, { advisor, engagementId, draft }) };
}

const items = [{ description: "Board pack", quantity: 1, unit_price: 1200, amount: 1200 }];

async function applicant({ house }: World): Promise<number> {
  const email = freshEmail("applicant");
  await apply(house, "advisor", { email, name: "Harriet Osei" });
  const [row] = await house.db.select().from(tables.members).where(eq(tables.members.email, email));
  return (row as { id: number }).id;
}

async function proposalFor(world: World, customer: Person) {
  const today = dayInLondon(world.house.clock.now());
  return {
    customer_id: customer.id,
    name: "Finance function",
    theme: (await choices(world.house.db))("expertise_areas"),
    description: "Monthly close in five days.",
    start_date: today,
    end_date: addDays(today, 30),
    payment_type: "daily" as const,
    payment_cost: 500,
    payment_span: 10,
    total_payment: 5000,
  };
}

async function plansIn({ house }: World) {
  const all = (await plansOf(house)).filter(({ name }) => name !== "Individual");
  const priced = (interval: "month" | "year") =>
    (all.find((plan) => plan.interval === interval) as { price_id: string }).price_id;
  return { monthly: priced("month"), annual: priced("year") };
}

/** A customer with a monthly membership. */
const paying = async (world: World) => payMembership(world.house, await makeMember(world.house, "customer"));

/** Somebody with a notification, and its id. */
async function notified(world: World) {
  const by = await member(world, "customer");
  const [row] = await world.house.db
    .insert(tables.notifications)
    .values({ memberId: by.id, eventId: -by.id, message: "Something happened.", action: "/engagements" })
    .returning();
  return { by, id: (row as { id: number }).id };
}

const unsubscribing = async (world: World) => {
  const person = await member(world, "advisor");
  const { url } = unsubscribeFrom(world.house, person.id, "messages");
  return { params: { token: url.split("/").at(-1) as string } };
};

export const writingRequests: readonly [declaration: Declaration, prepare: Prepare][] = [
  request(accounts.signIn, async ({ house }) => {
    const { email } = await makeMember(house, "customer", { password });
    return { sending: { body: { email, password, owner_type: "customer" as const, grant_type: "password" as const } } };
  }),
  request(accounts.signOut, async ({ house }) => ({
    sending: { body: { token: (await makeMember(house, "customer")).token } },
  })),
  request(accounts.applyAsCustomer, async ({ house }) => {
    const choice = await choices(house.db);
    const country = choice("countries", "United Kingdom");
    return {
      sending: {
        body: {
          customer: { email: freshEmail("applicant") },
          customer_profile: {
            name: "Priya Raman",
            job_title_id: choice("job_titles"),
            investment_or_revenue_id: choice("investment_or_revenues"),
            annual_revenue_id: choice("annual_revenues"),
          },
          customer_company: {
            company_name: "Tallow & Finch",
            country_id: country,
            city_id: (await citiesOf(house.db, country, "London"))[0]?.id as number,
            company_size_id: choice("company_sizes"),
            industry_id: choice("industries"),
          },
        },
      },
    };
  }),
  request(accounts.applyAsAdvisor, async ({ house }) => ({
    sending: {
      body: {
        advisor: { email: freshEmail("applicant") },
        advisor_profile: {
          name: "Owen Price",
          linkedin_profile_url: "https://www.linkedin.com/in/owen-price",
          based_in_uk: "true" as const,
          classification_type_id: (await choices(house.db))("classification_types"),
          advisory_experience: "Two exits.",
          origin: "A friend",
        },
      },
    },
  })),
  request(accounts.requestConfirmation, async ({ house }) => {
    const email = freshEmail("applicant");
    await apply(house, "customer", { email, name: "Priya Raman" });
    return { sending: { params: { role: "customers" as const }, body: { email } } };
  }),
  request(accounts.createPassword, async ({ house }) => {
    const { id } = await makeMember(house, "advisor");
    const token = await insertLink(house.db, id, "reset_password", house.clock.now(), 3600);
    return {
      sending: {
        params: { role: "advisors" as const },
        body: { reset_password_token: token, password: "a brand new password" },
      },
    };
  }),
  request(accounts.confirmEmailChange, async ({ house }) => {
    const { id } = await makeMember(house, "customer");
    const token = await insertLink(house.db, id, "change_email", house.clock.now(), 3600, freshEmail("moved"));
    return { sending: { body: { token } } };
  }),
  request(accounts.requestReset, async ({ house }) => ({
    sending: { params: { role: "customers" as const }, body: { email: (await makeMember(house, "customer")).email } },
  })),
  request(accounts.changePassword, async ({ house }) => ({
    by: await makeMember(house, "advisor", { password }),
    sending: {
      params: { role: "advisors" as const },
      body: { current_password: password, password: "quite another one", confirmPassword: "quite another one" },
    },
  })),
  request(profiles.saveAdvisorProfile, async (world) => ({
    by: await member(world, "advisor"),
    sending: { body: { advisor_profile: { head_line: "Numbers people read" } } },
  })),
  request(profiles.saveCustomerProfile, async (world) => ({
    by: await member(world, "customer"),
    sending: { body: { customer_profile: { name: "Priya R. Raman" } } },
  })),
  request(profiles.uploadPhoto, async (world) => ({
    by: await member(world, "advisor"),
    sending: { files: [aPicture()] },
  })),
  request(membership.subscribe, async (world) => ({
    by: await makeMember(world.house, "customer"),
    sending: { body: { token: await cardToken(world.house), plan_id: (await plansIn(world)).monthly } },
  })),
  request(membership.previewChange, async (world) => ({
    by: await paying(world),
    sending: { body: { plan_id: (await plansIn(world)).annual } },
  })),
  request(membership.changePlan, async (world) => ({
    by: await paying(world),
    sending: { body: { plan_id: (await plansIn(world)).annual } },
  })),
  request(membership.cancelPlan, async (world) => ({ by: await paying(world), sending: {} })),
  request(membership.resumePlan, async (world) => {
    const by = await paying(world);
    await world.call(membership.cancelPlan, {}, by.token);
    return { by, sending: {} };
  }),
  request(membership.checkCoupon, async (world) => ({
    by: await makeMember(world.house, "customer"),
    sending: { body: { coupon: "TWOMONTHS" } },
  })),
  request(membership.updateCard, async (world) => ({
    by: await paying(world),
    sending: { body: { token: await cardToken(world.house, "5555555555554444") } },
  })),
  request(payouts.accountLink, async (world) => {
    const by = await makeMember(world.house, "advisor");
    return { by, sending: { body: { email: by.email } } };
  }),
  request(payouts.authorizePayout, async (world) => {
    const by = await makeMember(world.house, "advisor");
    const link = await world.call(payouts.accountLink, { body: { email: by.email } }, by.token);
    const back = await authorizeInBrowser(link.body.url as string);
    return { by, sending: { body: { code: back.get("code") as string, state: back.get("state") as string } } };
  }),
  request(matching.updatePreference, async (world) => {
    const choice = await choices(world.house.db);
    return {
      by: await member(world, "customer"),
      sending: {
        body: {
          industry_id: choice("industries"),
          company_size_id: choice("company_sizes"),
          expertise_area_ids: [choice("expertise_areas")],
        },
      },
    };
  }),
  request(matching.requestAdvisor, async (world) => ({
    by: await member(world, "customer"),
    sending: { body: { message: "Somebody who has sold a bakery." } },
  })),
  request(engagements.createProject, async (world) => {
    const { advisor, customer } = await engaged(world, "proposed");
    return { by: advisor, sending: { body: await proposalFor(world, customer) } };
  }),
  request(engagements.uploadProjectFiles, async (world) => ({
    by: await member(world, "advisor"),
    sending: { files: [aFile(), aFile()] },
  })),
  request(engagements.updateProject, async (world) => {
    const { advisor, id } = await engaged(world, "edit_suggested");
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
    request(declaration, async (world) => {
      const people = await engaged(world, status);
      return { by: people[by], sending: { params: { id: people.id }, body: { message: "As we said." } } };
    }),
  ),
  request(reviews.createReview, async (world) => {
    const { customer, id } = await engaged(world, "completed");
    return { by: customer, sending: { body: { rating: 4, body: "Clear and quick.", project_id: id } } };
  }),
  request(reviews.answerReview, async (world) => {
    const { advisor, customer, id } = await engaged(world, "completed");
    const review = { rating: 4, rating_chosen: true, body: "Clear and quick.", project_id: id };
    const reviewId = await leaveReview(world.house, customer.member, review);
    return { by: advisor, sending: { params: { id: reviewId }, body: { answer: "Thank you." } } };
  }),
  request(invoices.createInvoice, async (world) => {
    const { advisor, id } = await engaged(world, "in_progress");
    return { by: advisor, sending: { body: { project_id: id, items_attributes: items } } };
  }),
  request(invoices.updateDraft, async (world) => {
    const { advisor, engagementId, id } = await invoiced(world, { draft: true });
    return { by: advisor, sending: { params: { id }, body: { project_id: engagementId, items_attributes: items } } };
  }),
  request(invoices.sendDraft, async (world) => {
    const { advisor, id } = await invoiced(world, { draft: true });
    return { by: advisor, sending: { params: { id } } };
  }),
  request(invoices.withdrawInvoice, async (world) => {
    const { advisor, id } = await invoiced(world);
    return { by: advisor, sending: { params: { id } } };
  }),
  request(invoices.payInvoice, async (world) => {
    const { customer, id } = await invoiced(world, { card: true });
    return { by: customer, sending: { params: { id } } };
  }),
  request(invoices.refundInvoice, async (world) => {
    const { customer, id } = await invoiced(world, { card: true });
    await makePaid(world.house, customer, id);
    return { by: await makeStaff(world.house), sending: { params: { id }, body: { reason: "Paid twice by hand." } } };
  }),
  request(messages.sendMessage, async (world) => {
    const { advisor, customer } = await pair(world);
    return { by: customer, sending: { body: { receiver_id: advisor.id, message: { body: "Good morning." } } } };
  }),
  request(messages.uploadMessageFile, async (world) => ({
    by: await member(world, "customer"),
    sending: { files: [aFile()] },
  })),
  request(messages.readConversation, async (world) => {
    const { advisor, customer } = await engaged(world, "proposed");
    const message = { receiver_id: advisor.id, message: { body: "One more thing." } };
    await world.call(messages.sendMessage, { body: message }, customer.token);
    return { by: advisor, sending: { body: { receiver_id: customer.id, profile_id: advisor.id } } };
  }),
  request(notifications.readNotification, async (world) => {
    const { by, id } = await notified(world);
    return { by, sending: { params: { id }, body: { isRead: true } } };
  }),
  request(notifications.readAllNotifications, async (world) => {
    const { by, id } = await notified(world);
    return { by, sending: { body: { isRead: true as const, up_to: id } } };
  }),
  request(notifications.changePreferences, async (world) => ({
    by: await member(world, "customer"),
    sending: { body: { digest: true } },
    another: { body: { digest: false } },
  })),
  request(notifications.unsubscribe, async (world) => ({ sending: await unsubscribing(world) })),
  request(notifications.resubscribe, async (world) => ({
    sending: { ...(await unsubscribing(world)), body: { kinds: ["messages" as const] } },
  })),
  request(backOffice.approveApplication, async (world) => ({
    by: await makeStaff(world.house),
    sending: { params: { id: await applicant(world) }, body: { reason: "A good fit." } },
  })),
  request(backOffice.rejectApplication, async (world) => ({
    by: await makeStaff(world.house),
    sending: { params: { id: await applicant(world) }, body: { reason: "Not this time." } },
  })),
  request(backOffice.inviteStaff, async (world) => ({
    by: await makeStaff(world.house),
    sending: { body: { email: freshEmail("colleague"), name: "A Colleague" } },
  })),
  request(backOffice.retryMail, async ({ house }) => {
    const now = house.clock.now();
    const words = { subject: "News", text: "News.", html: "<p>News.</p>" };
    const dead = {
      kind: "news",
      recipient: freshEmail("gone"),
      ...words,
      failure: "550 no such mailbox",
      failedAt: now,
    };
    const [row] = await house.db.insert(tables.mails).values(dead).returning();
    return { by: await makeStaff(house), sending: { params: { id: (row as { id: number }).id } } };
  }),
  request(support.sendSupportMessage, async () => ({
    sending: {
      body: { firstname: "Ada", lastname: "Byron", email: freshEmail("visitor"), message: "Do you open late?" },
    },
  })),
  request(support.subscribe, async () => ({ sending: { body: { name: "Ada Byron", email: freshEmail("visitor") } } })),
  // Last: it moves the provider's clock by a month, and every membership renews.
  request(membership.payOverdue, async (world) => {
    const by = await paying(world);
    const declined = { token: await cardToken(world.house, "4000000000000341") };
    await world.call(membership.updateCard, { body: declined }, by.token);
    world.sandbox.stripe?.advance(32 * 86_400);
    await refreshMembership(world.house, by.id);
    return { by, sending: {} };
  }),
];
