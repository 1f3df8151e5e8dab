import {
  changePassword,
  confirmEmail,
  confirmEmailChange,
  createPassword,
  signIn,
} from "@plumbline/contract/accounts/contract.ts";
import { confirmTwoStep } from "@plumbline/contract/accounts/two-step.ts";
import { twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import { lookAsMember } from "@plumbline/contract/back-office/view-as.ts";
import { saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { decideReport } from "@plumbline/contract/reports/contract.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { endSessions } from "../../auth/members.ts";
import { sessions } from "../../auth/schema.ts";
import type { Db } from "../../database/database.ts";
import { apply, freshEmail, makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { customerBody } from "../../demo/profiles.ts";
import { makeReport } from "../../demo/sanctions.ts";
import { testServer } from "../../testing/plumbline.ts";
import { withSecret } from "../../testing/two-steps.ts";
import { waitingCalls } from "../../testing/waiting-calls.ts";
import { profiles } from "../profiles/schema.ts";
import { updateProfile } from "../profiles/store.ts";
import { endLinks, findByEmail, findMember, insertLink, lockMember, updateMember } from "./store.ts";
import { lockOwners } from "./team-store.ts";

const server = testServer();

/** Runs `during` with a member's row locked, after all that follows from the setup, which would wait for that row as well. */
async function whileLocked<T>(id: number, during: (tx: Db) => Promise<T>): Promise<T> {
  await server.settle();
  return server.context.db.transaction(async (tx) => {
    await lockMember(tx, id);
    return during(tx);
  });
}

const changeAddress = (token: string, current_password: string) =>
  server.call(
    saveCustomerProfile,
    { body: { customer_profile: { email: freshEmail("moved"), current_password } } },
    token,
  );

test.runIf(process.env["TEST_DATABASE_URL"])(
  "G-54 a link that is opened while its account is being closed waits for that, and is then refused",
  async () => {
    const { context } = server;
    const email = freshEmail("closing");
    await apply(context, "customer", { email });
    await server.settle();
    const applicant = (await findByEmail(context.db, email))?.id ?? 0;
    const [mover, resetter] = [await makeMember(context, "customer"), await makeMember(context, "customer")];
    const link = (id: number, purpose: "verify" | "change_email" | "reset_password") =>
      insertLink(context.db, id, purpose, server.clock.now(), 3600, freshEmail("moved"));
    const verify = await link(applicant, "verify");
    const move = await link(mover.id, "change_email");
    const reset = await link(resetter.id, "reset_password");
    for (const [id, open] of [
      [
        applicant,
        () => server.call(confirmEmail, { params: { role: "customers" }, query: { confirmation_token: verify } }),
      ],
      [mover.id, () => server.call(confirmEmailChange, { body: { token: move } })],
      [
        resetter.id,
        () =>
          server.call(createPassword, {
            params: { role: "customers" },
            body: { reset_password_token: reset, password: "a long enough password" },
          }),
      ],
    ] as const) {
      const { opening } = await whileLocked(id, async (tx) => {
        const opening = open();
        await expect.poll(() => waitingCalls(server.context.db)).toBe(1);
        await endLinks(tx, id, server.clock.now());
        return { opening };
      });
      expect((await opening).status).toBe(422);
    }
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "G-14 G-15 what is recorded about members waits for none of their locks, in whatever order it names them",
  async () => {
    const { context } = server;
    const staff = await makeStaff(context);
    const member = await makeMember(context, "customer");
    const recorded = await whileLocked(member.id, async (tx) => {
      expect(await lockOwners(tx)).toContain(staff.id);
      return context.db.insert(sessions).values(
        [member, staff].map(({ id }) => ({
          memberId: id,
          tokenHash: freshEmail("token"),
          createdAt: server.clock.now(),
          expiresAt: server.clock.now(),
        })),
      );
    });
    expect(recorded.rowCount).toBe(2);
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "G-16 a second step that is turned on while somebody signs in, changes their address, or changes or resets the password, is asked for there",
  async () => {
    const { context, call } = server;
    const password = "correct horse battery";
    const next = "a long enough password";
    const needed = [422, { otp: [twoStepTexts.needed] }];
    const calls = [
      [
        ({ email }: Person) =>
          call(signIn, { body: { email, password, owner_type: "customer", grant_type: "password" } }),
        [401, expect.objectContaining({ otp: "required" })],
      ],
      [
        ({ token }: Person) =>
          call(
            changePassword,
            {
              params: { role: "customers" },
              body: { current_password: password, password: next, confirmPassword: next },
            },
            token,
          ),
        needed,
      ],
      [
        async ({ id }: Person) => {
          const link = await insertLink(context.db, id, "reset_password", server.clock.now(), 3600);
          return call(createPassword, {
            params: { role: "customers" },
            body: { reset_password_token: link, password: next },
          });
        },
        needed,
      ],
      [({ token }: Person) => changeAddress(token, password), needed],
    ] as const;
    for (const [begin, refusal] of calls) {
      const { person, code } = await withSecret(server);
      const { confirming, entering } = await whileLocked(person.id, async () => {
        const confirming = call(confirmTwoStep, { body: { otp: code() } }, person.token);
        await expect.poll(() => waitingCalls(context.db)).toBe(1);
        const entering = begin(person);
        await expect.poll(() => waitingCalls(context.db)).toBe(2);
        return { confirming, entering };
      });
      expect((await confirming).status).toBe(200);
      const { status, errors } = await entering;
      expect([status, errors]).toEqual(refusal);
    }
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "decision 53 a changed address needs the password that the account has by then",
  async () => {
    const { context } = server;
    const { id, token } = await makeMember(context, "customer", { password: "correct horse battery" });
    const { changing } = await whileLocked(id, async (tx) => {
      const changing = changeAddress(token, "correct horse battery");
      await expect.poll(() => waitingCalls(context.db)).toBe(1);
      await updateMember(tx, id, { passwordHash: await context.passwords.hash("a long enough password") });
      return { changing };
    });
    const { status, errors } = await changing;
    expect([status, errors]).toEqual([422, { current_password: ["is not right"] }]);
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "G-63 P-06 a removal and a first profile lock the member before the profile, as an appeal does that puts its text back",
  async () => {
    const { context, call } = server;
    const staff = await makeStaff(context);
    const reporter = await setUp(context, await makeMember(context, "customer"));
    const reported = await setUp(context, await makeMember(context, "advisor"));
    await updateProfile(context.db, reported.id, 0, { description: "Numbers people read." });
    const report = await makeReport(context, reporter, reported);
    const newcomer = await makeMember(context, "customer");
    const answers = await customerBody(context);
    const removal = { act: "remove", answer: "Gone.", reason: "It is not so.", next_steps: "Please mend it." } as const;
    for (const [id, begin] of [
      [reported.id, () => call(decideReport, { params: { id: report }, body: removal }, staff.token)],
      [newcomer.id, () => call(saveCustomerProfile, { body: answers }, newcomer.token)],
    ] as const) {
      const { waiting } = await whileLocked(id, async (tx) => {
        const waiting = begin();
        await expect.poll(() => waitingCalls(context.db)).toBe(1);
        await tx.update(profiles).set({ headLine: "Numbers" }).where(eq(profiles.memberId, id));
        return { waiting };
      });
      expect((await waiting).status).toBe(200);
    }
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "G-54 G-29 nobody gets in by a sign-in, a look or a new password that began before the account was closed or its approval undone",
  async () => {
    const { context, call } = server;
    const password = "correct horse battery";
    const staff = await makeStaff(context);
    const person = async () => makeMember(context, "customer", { password });
    const [closing, looked, undone] = [await person(), await person(), await person()];
    await updateMember(context.db, undone.id, { state: "approved", passwordHash: null });
    const link = await insertLink(context.db, undone.id, "reset_password", server.clock.now(), 3600);
    const credentials = { email: closing.email, password, owner_type: "customer", grant_type: "password" } as const;
    for (const [{ id }, state, begin, status] of [
      [closing, "closed", () => call(signIn, { body: credentials }), 401],
      [
        looked,
        "closed",
        () => call(lookAsMember, { params: { id: looked.id }, body: { reason: "They have asked." } }, staff.token),
        409,
      ],
      [
        undone,
        "pending_review",
        () => call(createPassword, { params: { role: "customers" }, body: { reset_password_token: link, password } }),
        422,
      ],
    ] as const) {
      const { entering } = await whileLocked(id, async (tx) => {
        const entering = begin();
        await expect.poll(() => waitingCalls(context.db)).toBe(1);
        await updateMember(tx, id, { state });
        await endSessions(tx, id);
        return { entering };
      });
      expect((await entering).status).toBe(status);
      const sessionsNow = await context.db.select().from(sessions).where(eq(sessions.memberId, id));
      expect([sessionsNow, (await findMember(context.db, id))?.state]).toEqual([[], state]);
    }
  },
);
