import { type ConversationSide, reachableStates, writePermission } from "@plumbline/contract/messages/rules.ts";
import { accountStates } from "@plumbline/contract/product.ts";
import { standings } from "@plumbline/contract/sanctions/rules.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { members } from "../../auth/schema.ts";
import { makeMember } from "../../demo/people.ts";
import { kindsAmong } from "../../outbox/outbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sendMessage } from "./actions.ts";
import { findThread } from "./store.ts";
import { beginConversation, storeMessages } from "./writing-store.ts";

// What a member may write is decided twice: by writePermission, and by the statement that stores the message.
const server = testServer({}, { skipNotifications: true });

test("M-10 M-18 in every state of both parties a message is stored exactly when writePermission allows it", async () => {
  const { db, clock } = server.context;
  const customer = (await makeMember(server.context, "customer")).member;
  const advisor = (await makeMember(server.context, "advisor")).member;
  const pair = { customerId: customer.id, advisorId: advisor.id };
  await beginConversation(db, pair, clock.now());
  const inEachState = accountStates.flatMap((state) => [true, false].map((stripeSetup) => ({ state, stripeSetup })));
  const inEachStanding = standings.flatMap((standing) => inEachState.map((each) => ({ ...each, standing })));
  // Those of an account that is not active are the same in every standing, so they are played in one.
  const states = inEachStanding.filter(({ state, standing }) => standing === "open" || state === "active");
  const differences: unknown[] = [];
  let allowed = 0;
  for (const customersState of states) {
    await db.update(members).set(customersState).where(eq(members.id, customer.id));
    for (const advisorsState of states) {
      await db.update(members).set(advisorsState).where(eq(members.id, advisor.id));
      const customerSide: ConversationSide = { id: customer.id, role: "customer", ...customersState };
      const advisorSide: ConversationSide = { id: advisor.id, role: "advisor", ...advisorsState };
      for (const [writer, receiver] of [
        [customerSide, advisorSide],
        [advisorSide, customerSide],
      ] as const) {
        const message = { ...pair, senderId: writer.id, body: "Hello", attachmentIds: [], clientId: null };
        const [stored] = await storeMessages(db, [{ ...message, createdAt: clock.now() }]);
        const may = writePermission(writer, receiver, { known: true, workRuns: false }).may === "write";
        if (may) allowed += 1;
        if (may !== (stored !== null)) differences.push({ writer, receiver, may });
      }
    }
  }
  expect(differences).toEqual([]);
  // Each side writes in every state of its own that is not suspended, and to each such state of the other.
  expect(allowed).toBe(2 * (accountStates.length + 1) * (reachableStates.length + 1) * 2);
});

test("M-18 where writePermission and the statement differ, the call ends with an error and stores nothing", async () => {
  const customer = (await makeMember(server.context, "customer")).member;
  const advisor = (await makeMember(server.context, "advisor")).member;
  await server.context.db.update(members).set({ stripeSetup: true }).where(eq(members.id, customer.id));
  let attempts = 0;
  const writeMessage = async () => {
    attempts += 1;
    return null;
  };
  const sending = sendMessage({ ...server.context, writeMessage }, customer, { receiverId: advisor.id, body: "Hello" });
  await expect(sending).rejects.toThrow("writePermission allows a message that storeMessages does not store");
  expect(attempts).toBe(3);
});

test("M-18 a first message to somebody who has closed their account meanwhile begins no conversation", async () => {
  const { db, clock, writeMessage } = server.context;
  const customer = (await makeMember(server.context, "customer")).member;
  const advisor = (await makeMember(server.context, "advisor")).member;
  await db.update(members).set({ stripeSetup: true }).where(eq(members.id, customer.id));
  await db.update(members).set({ state: "closed" }).where(eq(members.id, advisor.id));
  const pair = { customerId: customer.id, advisorId: advisor.id };
  const message = { ...pair, senderId: customer.id, body: "Hello", attachmentIds: [], clientId: null };
  // As sendMessage calls it after its own checks.
  expect(await writeMessage({ ...message, createdAt: clock.now(), begins: true })).toBeNull();
  expect(await findThread(db, pair)).toBeNull();
  expect(await kindsAmong(db, ["conversation.started"])).toEqual(new Set());
});
