import * as backOffice from "@plumbline/contract/back-office/contract.ts";
import * as correspondence from "@plumbline/contract/correspondence/contract.ts";
import * as health from "@plumbline/contract/health/contract.ts";
import { eq, sql } from "drizzle-orm";
import { apply, freshEmail, makeStaff } from "../demo/people.ts";
import { insertThread } from "../features/correspondence/store.ts";
import * as tables from "../schema.ts";
import { insertFailedDelivery } from "./failed-delivery.ts";
import { invoiced, request, type Server } from "./writing-request.ts";

async function applicant({ context }: Server): Promise<number> {
  const email = freshEmail("applicant");
  await apply(context, "advisor", { email, name: "Harriet Osei" });
  const [row] = await context.db.select().from(tables.members).where(eq(tables.members.email, email));
  return (row as { id: number }).id;
}

/** A conversation with a visitor, and a member of staff to whom it is assigned. */
async function corresponding({ context }: Server, closed = false) {
  const by = await makeStaff(context);
  const email = freshEmail("visitor");
  const now = context.clock.now();
  await insertThread(
    context.db,
    { kind: "contact", name: "Ada", email, memberId: null, text: "Do you open late?" },
    now,
  );
  const [row] = await context.db
    .update(tables.threads)
    .set({ assignedTo: by.id, state: closed ? "closed" : "open" })
    .where(sql`id = (select max(id) from correspondence_threads)`)
    .returning();
  return { by, params: { id: (row as { id: number }).id } };
}

/** The back office's part of writing-requests.ts. */
export const backOfficeRequests = [
  request(backOffice.approveApplication, async (server) => ({
    by: await makeStaff(server.context),
    sending: { params: { id: await applicant(server) }, body: { reason: "A good fit." } },
  })),
  request(backOffice.rejectApplication, async (server) => ({
    by: await makeStaff(server.context),
    sending: { params: { id: await applicant(server) }, body: { reason: "Not this time." } },
  })),
  request(backOffice.inviteStaff, async (server) => ({
    by: await makeStaff(server.context),
    sending: { body: { email: freshEmail("colleague"), name: "A Colleague" } },
  })),
  request(backOffice.retryMail, async ({ context }) => {
    const now = context.clock.now();
    const words = { subject: "News", text: "News.", html: "<p>News.</p>" };
    const dead = {
      kind: "news",
      recipient: freshEmail("gone"),
      ...words,
      failure: "550 no such mailbox",
      failedAt: now,
    };
    const [row] = await context.db.insert(tables.mails).values(dead).returning();
    return { by: await makeStaff(context), sending: { params: { id: (row as { id: number }).id } } };
  }),
  request(health.retryDelivery, async ({ context }) => {
    const by = await makeStaff(context);
    const id = await insertFailedDelivery(context.db, "account.password_changed", by.id, context.clock.now());
    return { by, sending: { params: { id } } };
  }),
  request(health.retryWebhook, async (server) => {
    // Any message that the provider has: it was handled, and is said not to have been.
    await invoiced(server, { card: true });
    const { data } = await server.context.cards.stripe.events.list({ limit: 1 });
    const { id, type } = data[0] as { id: string; type: string };
    await server.context.db
      .insert(tables.providerEvents)
      .values({ id, type })
      .onConflictDoUpdate({ target: tables.providerEvents.id, set: { handledAt: null } });
    return { by: await makeStaff(server.context), sending: { params: { id } } };
  }),
  request(correspondence.answerThread, async (server) => {
    const { by, params } = await corresponding(server);
    return { by, sending: { params, body: { text: "On Thursdays." } } };
  }),
  ...([correspondence.closeThread, correspondence.assignThread, correspondence.releaseThread] as const).map((change) =>
    request(change, async (server) => {
      const { by, params } = await corresponding(server);
      return { by, sending: { params } };
    }),
  ),
  request(correspondence.reopenThread, async (server) => {
    const { by, params } = await corresponding(server, true);
    return { by, sending: { params } };
  }),
];
