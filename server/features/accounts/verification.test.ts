import { confirmEmail, requestConfirmation } from "@plumbline/contract/accounts/contract.ts";
import { texts } from "@plumbline/contract/accounts/rules.ts";
import { approveApplication } from "@plumbline/contract/back-office/contract.ts";
import { expect, test } from "vitest";
import { apply, freshEmail, makeMember, makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findByEmail } from "./store.ts";

const server = testServer();
const params = { role: "advisors" } as const;
const applicant = async () => {
  const email = freshEmail("unverified");
  await apply(server.context, "advisor", { email, name: "Owen Price" });
  return email;
};
const newestToken = async (email: string) =>
  new URL((await server.mailsTo(email))[0]?.links[0] as string).searchParams.get("token") as string;
const confirm = (token: string) => server.call(confirmEmail, { params, query: { confirmation_token: token } });
const ask = (body: { email: string } | { confirmation_token: string }) =>
  server.call(requestConfirmation, { params, body });

test("decision 52 applying again while unverified sends a fresh link that works", async () => {
  const email = await applicant();
  const lost = await newestToken(email);
  await apply(server.context, "advisor", { email, name: "Owen Price" });
  const fresh = await newestToken(email);
  expect((await confirm(lost)).status).toBe(422);
  expect((await confirm(fresh)).status).toBe(200);
});

test("decision 52 a new link can be requested by address, and the response is the same whether or not one is sent", async () => {
  const email = await applicant();
  const verified = await makeMember(server.context, "advisor");
  const nobody = freshEmail("nobody");
  await server.settle();
  const before = (await server.mailsTo(verified.email)).length;
  for (const address of [email, verified.email, nobody]) {
    const answer = await ask({ email: address });
    expect([answer.status, answer.body]).toEqual([200, { message: texts.confirmationRequested }]);
  }
  expect((await server.mailsTo(email)).map(({ subject }) => subject)).toEqual([
    "A fresh link to verify your e-mail",
    "Please verify your e-mail",
  ]);
  expect((await server.mailsTo(verified.email)).length).toBe(before);
  expect(await server.mailsTo(nobody)).toEqual([]);
  expect((await confirm(await newestToken(email))).status).toBe(200);
});

test("decision 52 a request with an older link gets a detailed answer", async () => {
  const email = await applicant();
  const older = await newestToken(email);
  expect((await ask({ confirmation_token: "nonsense" })).errors).toEqual({ confirmation_token: ["is not known"] });
  expect((await ask({ confirmation_token: older })).body).toEqual({ message: texts.confirmationSent });
  expect((await confirm(await newestToken(email))).status).toBe(200);
  expect((await ask({ confirmation_token: older })).status).toBe(409);
});

test("decision 52 approving an unverified applicant sends the link again, and the password link follows the verification", async () => {
  const email = await applicant();
  const staff = await makeStaff(server.context);
  const id = (await findByEmail(server.context.db, email))?.id as number;
  await server.call(approveApplication, { params: { id }, body: { reason: "A good fit." } }, staff.token);
  const [mail] = await server.mailsTo(email);
  expect(mail?.subject).toBe("Your application to Plumbline is approved: please verify your e-mail");
  expect((await confirm(await newestToken(email))).body.state).toBe("approved");
  expect((await server.mailsTo(email))[0]?.subject).toBe("Welcome to Plumbline: create your password");
});
