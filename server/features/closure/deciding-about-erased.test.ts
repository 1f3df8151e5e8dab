import { closeMemberAccount } from "@plumbline/contract/closure/contract.ts";
import { graceDays, texts } from "@plumbline/contract/closure/rules.ts";
import { listMessages } from "@plumbline/contract/messages/contract.ts";
import { decideReport, makeReport, readReport } from "@plumbline/contract/reports/contract.ts";
import { imposeSanction, listMemberSanctions, reopenMember } from "@plumbline/contract/sanctions/contract.ts";
import { expect, test } from "vitest";
import { converse } from "../../demo/messages.ts";
import { makeMember, makeStaff, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { eraseDueAccounts } from "./erasing.ts";

const server = testServer();

test("G-60 G-63 about an erased member nothing is decided any more, by a report or otherwise, but what they wrote is removed", async () => {
  const [advisor, customer] = [
    await setUp(server.context, await makeMember(server.context, "advisor")),
    await setUp(server.context, await makeMember(server.context, "customer")),
  ];
  await converse(server.context, [
    [customer, advisor, "Good morning."],
    [advisor, customer, "You are a fool."],
  ]);
  const { body: page } = await server.call(listMessages, { query: { receiver_id: advisor.id } }, customer.token);
  const { id, conversation_id } = page.entries.at(-1) ?? {};
  const thing = { kind: "message", id: id as number, conversation_id: conversation_id as number } as const;
  const grounds = "harassment" as const;
  const words = "This is not how we speak here.";
  const made = await server.call(makeReport, { body: { ...thing, grounds, words } }, customer.token);
  const params = { id: made.body.id };
  const ofMember = { id: advisor.id };
  const reason = "It insults a member.";
  const said = { reason, next_steps: "Please write without insults." };
  const before = await makeStaff(server.context);
  const impose = (act: "restrict" | "suspend", token: string) =>
    server.call(imposeSanction, { params: ofMember, body: { act, grounds, ...said } }, token);
  expect((await impose("restrict", before.token)).status).toBe(201);
  await server.call(closeMemberAccount, { params: ofMember, body: { reason: "For good." } }, before.token);
  server.clock.advanceDays(graceDays + 1);
  await eraseDueAccounts(server.context);

  // The session of the first one has ended meanwhile.
  const { token } = await makeStaff(server.context);
  const read = async () => (await server.call(readReport, { params }, token)).body;
  expect(await read()).toMatchObject({ allowed_acts: ["no_action", "remove"] });
  const decide = (act: "warn" | "suspend" | "remove") =>
    server.call(decideReport, { params, body: { act, answer: "Thank you for telling us.", ...said } }, token);
  for (const refused of [
    await decide("warn"),
    await decide("suspend"),
    await impose("suspend", token),
    await server.call(reopenMember, { params: ofMember, body: { reason } }, token),
  ])
    expect([refused.status, refused.errors]).toEqual([409, { base: [texts.nobodyLeft] }]);
  expect(await read()).toMatchObject({ outcome: null });
  const decisions = await server.call(listMemberSanctions, { params: ofMember }, token);
  expect(decisions.body).toMatchObject({ standing: "restricted", allowed_actions: [] });
  expect((await decide("remove")).body).toMatchObject({ outcome: "remove" });
});
