import { closeMemberAccount, readMemberClosure, reopenMemberAccount } from "@plumbline/contract/closure/contract.ts";
import { graceDays, texts } from "@plumbline/contract/closure/rules.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff } from "../../demo/people.ts";
import { answerOnboarding } from "../../demo/profiles.ts";
import { files } from "../../files/schema.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { removeUnattached } from "../files/jobs.ts";
import { eraseDueAccounts } from "./erasing.ts";

const server = testServer();

test("G-56 an account is not opened again once the card provider was asked to forget its customer", async () => {
  const bank = cardSandbox(server);
  const member = await payMembership(
    server.context,
    await answerOnboarding(server.context, await makeMember(server.context, "customer")),
  );
  const params = { id: member.id };
  const before = await makeStaff(server.context);
  await server.call(closeMemberAccount, { params, body: { reason: "For good." } }, before.token);
  await server.settle();
  server.clock.advance((graceDays + 2) * dayMs);
  const staff = await makeStaff(server.context);
  const closure = () => server.call(readMemberClosure, { params }, staff.token);
  expect((await closure()).body).toMatchObject({ allowed_actions: ["reopen"] });

  await bank.fault({ kind: "500", method: "DELETE", path: "/v1/customers/*", times: 20 });
  await expect(eraseDueAccounts(server.context)).rejects.toThrow();
  expect((await closure()).body).toMatchObject({ state: "closed", erased_at: null, allowed_actions: [] });
  const opened = await server.call(reopenMemberAccount, { params, body: { reason: "They rang." } }, staff.token);
  expect(opened.errors).toEqual({ base: [texts.erased] });

  await bank.clearFaults();
  await eraseDueAccounts(server.context);
  expect((await closure()).body).toMatchObject({ erased_at: expect.any(String), allowed_actions: [] });
  const [row] =
    (await server.context.db.query.members.findMany({ where: ({ id }, { eq }) => eq(id, member.id) })) ?? [];
  expect(row?.email).toMatch(/^erased-/);
});

test("G-56 with a member's data the files of their photo are deleted", async () => {
  const member = await makeMember(server.context, "advisor");
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#1F5C4D" } })
    .png()
    .toBuffer();
  const pictures = [new File([new Uint8Array(picture)], "me.png")];
  expect((await server.call(uploadPhoto, { files: pictures }, member.token)).status).toBe(200);
  const { token } = await makeStaff(server.context);
  await server.call(closeMemberAccount, { params: { id: member.id }, body: { reason: "For good." } }, token);
  const kept = async () => (await server.context.db.select().from(files).where(eq(files.ownerId, member.id))).length;
  // The job has found them attached, and does not look at them again by itself.
  server.clock.advanceDays(2);
  await removeUnattached(server.context);
  expect(await kept()).toBe(2);
  server.clock.advanceDays(graceDays);
  await eraseDueAccounts(server.context);
  await removeUnattached(server.context);
  expect(await kept()).toBe(0);
});
