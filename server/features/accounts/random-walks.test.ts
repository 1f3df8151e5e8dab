import * as accounts from "@plumbline/contract/accounts/contract.ts";
import { endAllSessions } from "@plumbline/contract/accounts/sessions.ts";
import { approveApplication, readApplication, rejectApplication } from "@plumbline/contract/back-office/contract.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { plural, type Role } from "@plumbline/contract/product.ts";
import { saveAdvisorProfile, saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, test } from "vitest";
import { apply, freshEmail, makeMember, makeStaff, type Person, personOf } from "../../demo/people.ts";
import {
  type Command,
  expectedOutcome,
  isAlive,
  type Link,
  linkPurposes,
  type Model,
  type Session,
  stateOf,
  subjects,
  unknownToken,
  weakPassword,
  withEmailsSent,
} from "../../testing/account-model.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sized, timeoutFor } from "../../testing/size.ts";
import { type Pick, playWalks } from "../../testing/walks.ts";
import { findByEmail } from "./store.ts";

// Random walks of accounts, from the application to the tenth password: the applicant in several browsers with all
// links ever sent, two members of staff and another member, some commands at the same moment, while days pass. Every
// response, e-mail and session is compared with a model that is written by hand.
const server = testServer();

type Account = {
  id: number;
  role: Role;
  name: string;
  addresses: string[];
  ended: string[];
  staff: Person[];
  other: Person;
};
const passwords = ["correct horse battery", "staple of the stable", "a third of a kind", weakPassword];

/** Sends a command as a caller who may; returns the status, and the token of a session that it opened. */
async function send(account: Account, model: Model, command: Command): Promise<{ status: number; opened?: string }> {
  const { id, role, name, staff } = account;
  const params = { role: plural[role] };
  const { email } = model;
  switch (command.kind) {
    case "apply":
      await apply(server.context, role, { email, name });
      return { status: 201 };
    case "ask by address":
      return server.call(accounts.requestConfirmation, { params, body: { email } });
    case "ask by link":
      return server.call(accounts.requestConfirmation, { params, body: { confirmation_token: command.link.token } });
    case "verify":
      return server.call(accounts.confirmEmail, { params, query: { confirmation_token: command.link.token } });
    case "approve":
    case "reject": {
      const decide = command.kind === "approve" ? approveApplication : rejectApplication;
      const [one, other] = staff as [Person, Person];
      const { token } = command.kind === "approve" ? one : other;
      return server.call(decide, { params: { id }, body: { reason: "As we said." } }, token);
    }
    case "set password": {
      const body = { reset_password_token: command.link.token, password: command.password };
      const answer = await server.call(accounts.createPassword, { params, body });
      return { status: answer.status, opened: answer.body.access_token };
    }
    case "forget password":
      return server.call(accounts.requestReset, { params, body: { email } });
    case "sign in": {
      const body = { email, password: command.password, owner_type: role, grant_type: "password" as const };
      const answer = await server.call(accounts.signIn, { body });
      return { status: answer.status, opened: answer.body.access_token };
    }
    case "sign out":
      return server.call(accounts.signOut, { body: { token: command.session.token } });
    case "sign out everywhere":
      return server.call(endAllSessions, { body: { current_password: command.current } }, command.session.token);
    case "change password": {
      const { current, password } = command;
      const body = { current_password: current, password, confirmPassword: password };
      return server.call(accounts.changePassword, { params, body }, command.session.token);
    }
    case "change address": {
      const save = role === "advisor" ? saveAdvisorProfile : saveCustomerProfile;
      const body = { email: command.to, current_password: command.current };
      return server.call(save, { body }, command.session.token);
    }
    case "confirm address":
      return server.call(accounts.confirmEmailChange, { body: { token: command.link.token } });
  }
}

/** A random command, more often than not one that changes the account's state. */
function randomCommand(account: Account, model: Model, pick: Pick, among = allCommands): Command {
  const endedSession: Session = { token: pick([...account.ended, "nonsense"]), until: 0 };
  const session = pick([true, true, true, false]) && model.sessions.length > 0 ? pick(model.sessions) : endedSession;
  const known = model.links.filter(({ token }) => token !== unknownToken);
  const stranger: Link = { purpose: "create", token: "nonsense", ended: true, until: 0 };
  const link = (purpose: Link["purpose"]) => {
    const right = known.filter((each) => each.purpose === purpose);
    return pick([true, true, true, false]) && right.length > 0 ? (right.at(-1) as Link) : pick([...known, stranger]);
  };
  const current = pick([true, true, true, false]) ? (model.password ?? "nothing yet") : pick(passwords);
  const password = pick(passwords.filter((each) => each !== model.password));
  const advancing = {
    pending_verification: ["verify", "verify", "approve", "reject"],
    pending_review: ["approve", "approve", "approve", "reject"],
    approved: ["set password", "set password", "forget password"],
    active: [
      "sign in",
      "sign in",
      "forget password",
      "set password",
      "change password",
      "change address",
      "confirm address",
    ],
    rejected: ["verify", "sign in", "set password"],
  }[stateOf(model)] as Command["kind"][];
  const kind = pick(pick([true, true, false]) ? advancing.filter((each) => among.includes(each)) : among);
  switch (kind) {
    case "verify":
    case "ask by link":
      return { kind, link: link("verify") };
    case "confirm address":
      return { kind, link: link("address") };
    case "set password":
      return { kind, link: pick([link("create"), link("reset")]), password };
    case "sign in":
      return { kind, password: current };
    case "sign out":
      return { kind, session };
    case "sign out everywhere":
      return { kind, session, current };
    case "change password":
      return { kind, session, current, password };
    case "change address": {
      const taken = pick([true, false, false]);
      const to = taken ? account.other.email : freshEmail("moved");
      account.addresses.push(to);
      return { kind, session, current, to, taken };
    }
    default:
      return { kind };
  }
}
const concurrentCommands: readonly Command["kind"][] = [
  "verify",
  "approve",
  "reject",
  "set password",
  "sign in",
  "sign out everywhere",
  "change password",
  "confirm address",
];
const allCommands: readonly Command["kind"][] = [
  ...concurrentCommands,
  "apply",
  "ask by address",
  "ask by link",
  "forget password",
  "sign out",
  "change address",
];

type Outcome = { statuses: number[]; after: Model };

/** The outcomes of the commands in this order, with the e-mails of the first sent before the second or after it. */
function outcomesInOrder(model: Model, commands: readonly Command[]): Outcome[] {
  const [first, ...rest] = commands;
  if (!first) return [{ statuses: [], after: withEmailsSent(model) }];
  const { status, after } = expectedOutcome(model, first);
  return (rest.length > 0 ? [after, withEmailsSent(after)] : [after]).flatMap((outcome) =>
    outcomesInOrder(outcome, rest).map(({ statuses, after: last }) => ({
      statuses: [status, ...statuses],
      after: last,
    })),
  );
}

/** In a race the same refusal may have one of several statuses. */
const statusesOrRefused = (statuses: readonly number[]) =>
  String(statuses.map((status) => (status < 400 ? status : "refused")));

async function play(account: Account, model: Model, commands: readonly Command[]): Promise<Model> {
  const answers = await Promise.all(commands.map((command) => send(account, model, command)));
  const statuses = answers.map(({ status }) => status);
  const [one, other] = commands as [Command, Command | undefined];
  const reversed = other ? outcomesInOrder(model, [other, one]) : [];
  const possible = [
    ...outcomesInOrder(model, commands),
    ...reversed.map(({ statuses: [second, first], after }) => ({ statuses: [first, second] as number[], after })),
  ];
  const compare = other ? statusesOrRefused : String;
  const matching = possible.filter((outcome) => compare(outcome.statuses) === compare(statuses));
  expect(
    matching.length,
    `${statuses} is none of ${possible.map((outcome) => outcome.statuses).join(" / ")}`,
  ).toBeGreaterThan(0);
  const opened = answers.flatMap(({ opened: token }) => (token ? [token] : []));
  const { emails, tokens } = await received(account);
  const state = await seenByStaff(account);
  const valid = await countValidSessions([...model.sessions.map(({ token }) => token), ...opened]);
  const actual = JSON.stringify([emails, state, valid]);
  const after = matching
    .map((outcome) => outcome.after)
    .find((outcome) => JSON.stringify(summaryOf(outcome)) === actual);
  expect(after ? "" : actual, "letters, what staff see, and sessions").toEqual(
    after ? "" : JSON.stringify(summaryOf(matching[0]?.after as Model)),
  );
  return withTokens(after as Model, opened, tokens);
}

const summaryOf = (model: Model) => [
  model.emails.toSorted(),
  facts(model),
  model.sessions.filter((session) => isAlive(model, session)).length,
];
async function countValidSessions(tokens: readonly string[]): Promise<number> {
  const answers = await Promise.all(tokens.map((token) => server.call(accounts.listSessions, {}, token)));
  return answers.filter(({ status }) => status === 200).length;
}
const facts = (model: Model) => [stateOf(model), model.verified, model.decision, model.email];
async function seenByStaff({ id, staff }: Account) {
  const { body } = await server.call(readApplication, { params: { id } }, staff[0]?.token);
  expect(body.allowed_actions).toEqual(body.decision ? [] : ["approve", "reject"]);
  return [body.state, body.verified_at !== null, body.decision, body.email];
}

/** All e-mails to the account's addresses, and the links in them by purpose, oldest first. */
async function received({ addresses, other }: Account) {
  const mails = (await Promise.all([...new Set(addresses)].map((address) => server.mailsTo(address)))).flat();
  const own = mails.filter((mail) => mail.to !== other.email || mail.subject === subjects.already);
  const tokens = Map.groupBy(
    own
      .toSorted((one, two) => one.created_at.localeCompare(two.created_at))
      .filter(({ subject }) => linkPurposes[subject]),
    ({ subject }) => linkPurposes[subject] as Link["purpose"],
  );
  return {
    emails: own.map(({ subject }) => subject).toSorted(),
    tokens: new Map(
      [...tokens].map(([purpose, all]) => [
        purpose,
        all.map(({ links }) => new URL(links[0] as string).searchParams.get("token") as string),
      ]),
    ),
  };
}

function withTokens(model: Model, opened: string[], tokens: Map<Link["purpose"], string[]>): Model {
  const met = new Map<Link["purpose"], number>();
  return {
    ...model,
    sessions: model.sessions.map((session) =>
      session.token === unknownToken ? { ...session, token: opened.shift() as string } : session,
    ),
    links: model.links.map((link) => {
      const at = met.get(link.purpose) ?? 0;
      met.set(link.purpose, at + 1);
      return { ...link, token: tokens.get(link.purpose)?.[at] as string };
    }),
  };
}

/** Valid sessions list all valid sessions, ended ones are refused, and nobody but staff can decide. */
async function verifyAccount(account: Account, model: Model) {
  const isAliveToken = model.sessions.filter((session) => isAlive(model, session));
  for (const { token } of isAliveToken) {
    const { status, body } = await server.call(accounts.listSessions, {}, token);
    expect([status, body.entries?.length]).toEqual([200, isAliveToken.length]);
  }
  for (const token of account.ended.slice(-3))
    expect((await server.call(accounts.listSessions, {}, token)).status).toBe(401);
  const decide = { params: { id: account.id }, body: { reason: "I say so." } };
  expect((await server.call(approveApplication, decide, account.other.token)).status).toBe(404);
  expect((await server.call(rejectApplication, decide, isAliveToken[0]?.token)).status).toBe(
    isAliveToken[0] ? 404 : 401,
  );
}

test(
  "R5 random walks of accounts: every response, e-mail and session is the model's, in whichever order commands arrive",
  async () => {
    const reached = new Set<string>();
    await playWalks(sized(2500, 14), async (pick, note) => {
      const staff = [await makeStaff(server.context), await makeStaff(server.context)];
      const role = pick(["customer", "advisor"] as const);
      const [email, other] = [freshEmail("walk"), await makeMember(server.context, "customer", {}, staff[0])];
      await server.settle();
      await apply(server.context, role, { email, name: "Priya Raman" });
      const { id } = (await findByEmail(server.context.db, email)) as { id: number };
      const account: Account = { id, role, name: "Priya Raman", addresses: [email], ended: [], staff, other };
      const first: Link = { purpose: "verify", token: unknownToken, ended: false, until: 7 * dayMs };
      let model: Model = {
        now: 0,
        email,
        verified: false,
        decision: null,
        password: null,
        sessions: [],
        links: [first],
        pendingEvents: [],
        emails: [subjects.first],
      };
      model = withTokens(model, [], (await received(account)).tokens);
      // Half of the walks start with an open account.
      for (const kind of pick([[], ["verify", "approve", "set password"]] as const)) {
        const link = model.links.at(-1) as Link;
        model = await play(account, model, [
          kind === "approve"
            ? { kind }
            : kind === "verify"
              ? { kind, link }
              : { kind, link, password: passwords[0] as string },
        ]);
      }
      for (let step = pick([3, 6, 10, sized(60, 10)]); step > 0; step -= 1) {
        const turn = pick(["one", "one", "one", "race", "race", "time"] as const);
        const before = model.sessions;
        if (turn === "time") {
          const hours = pick([2, 2, 25, 8 * 24, 15 * 24]);
          note(`${hours} hours`);
          server.clock.advance(hours * 3_600_000);
          model = { ...model, now: model.now + hours * 3_600_000 };
          account.staff = [await makeStaff(server.context), await makeStaff(server.context)];
          account.other = await personOf(server.context, account.other.email);
        } else {
          const among = turn === "race" ? concurrentCommands : allCommands;
          const commands = [randomCommand(account, model, pick, among)];
          // In a race, sometimes the same command from two browsers.
          if (turn === "race")
            commands.push(pick([commands[0] as Command, randomCommand(account, model, pick, concurrentCommands)]));
          note(commands.map(({ kind }) => kind).join(" against "));
          model = await play(account, model, commands);
        }
        account.ended.push(...before.map(({ token }) => token).filter((token) => !alive(model, token)));
        await verifyAccount(account, model);
        reached.add(stateOf(model));
      }
    });
    expect([...reached].toSorted()).toEqual([
      "active",
      "approved",
      "pending_review",
      "pending_verification",
      "rejected",
    ]);
  },
  timeoutFor(240_000),
);

const alive = (model: Model, token: string) =>
  model.sessions.some((session) => session.token === token && isAlive(model, session));
