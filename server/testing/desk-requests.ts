import { rejectApplication } from "@plumbline/contract/back-office/contract.ts";
import { checkImport, importMembers } from "@plumbline/contract/back-office/import.ts";
import * as members from "@plumbline/contract/back-office/members.ts";
import * as queue from "@plumbline/contract/back-office/queue.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { hashToken } from "../auth/members.ts";
import { applyVerified, freshEmail, makeMember, makeStaff } from "../demo/people.ts";
import { insertLink } from "../features/accounts/store.ts";
import { askForMore } from "../features/back-office/queue-actions.ts";
import { insertReference, writeReferenceToken } from "../features/back-office/references-store.ts";
import { request, type Server } from "./writing-request.ts";

/** An application that waits for a decision. */
const waiting = ({ context }: Server) => applyVerified(context, "customer", { email: freshEmail("waiting") });

/** The token of a link by which a reference is given. */
export async function referenceToken(
  { db, clock }: Server["context"],
  whom: { memberId: number; askedBy: number },
): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + dayMs);
  const id = await insertReference(db, { ...whom, name: "Maeve Doyle", email: freshEmail("referee"), expiresAt });
  const token = freshEmail("token");
  await writeReferenceToken(db, id, hashToken(token));
  return token;
}

/** What staff do about members and applications: a part of writing-requests.ts. */
export const deskRequests = [
  request(members.writeMemberNote, async ({ context }) => ({
    by: await makeStaff(context),
    sending: {
      params: { id: (await makeMember(context, "customer")).id },
      body: { body: "Rang about their invoice." },
    },
  })),
  request(members.editMemberNote, async ({ context, call }) => {
    const by = await makeStaff(context);
    const params = { id: (await makeMember(context, "customer")).id };
    const { body } = await call(members.writeMemberNote, { params, body: { body: "Rang." } }, by.token);
    return { by, sending: { params: { id: body.id }, body: { body: "Rang twice." } } };
  }),
  request(importMembers, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { body: { csv: `role,email,name,company\nadvisor,${freshEmail("imported")},Zoë O'Brien,\n` } },
  })),
  request(checkImport, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { body: { csv: `role,email,name,company\nadvisor,${freshEmail("checked")},Zoë O'Brien,\n` } },
  })),
  request(queue.assignApplication, async (server) => {
    const params = { id: await waiting(server) };
    return {
      by: await makeStaff(server.context),
      sending: { params, body: { to: "me" as const } },
      another: { params, body: { to: "nobody" as const } },
    };
  }),
  request(queue.askApplicant, async (server) => ({
    by: await makeStaff(server.context),
    sending: { params: { id: await waiting(server) }, body: { question: "Which firms have you advised?" } },
  })),
  request(queue.undoDecision, async (server) => {
    const by = await makeStaff(server.context);
    const params = { id: await waiting(server) };
    await server.call(rejectApplication, { params, body: { reason: "Not this time." } }, by.token);
    return { by, sending: { params, body: { reason: "The wrong person." } } };
  }),
  request(queue.decideSeveral, async (server) => ({
    by: await makeStaff(server.context),
    sending: { body: { ids: [await waiting(server)], decision: "approved" as const, reason: "A good fit." } },
  })),
  request(queue.recordCheck, async (server) => ({
    by: await makeStaff(server.context),
    sending: {
      params: { id: await waiting(server) },
      body: { kind: "linkedin" as const, result: "passed" as const, note: "Ten years." },
    },
  })),
  request(queue.askReference, async (server) => ({
    by: await makeStaff(server.context),
    sending: { params: { id: await waiting(server) }, body: { name: "Maeve Doyle", email: freshEmail("referee") } },
  })),
  request(queue.changePromise, async (server) => {
    const by = await makeStaff(server.context);
    // The first change makes the row of settings; what is compared is every other.
    await server.call(queue.changePromise, { body: { decide_within_days: 7 } }, by.token);
    return { by, sending: { body: { decide_within_days: 4 } }, another: { body: { decide_within_days: 6 } } };
  }),
  request(queue.answerQuestion, async (server) => {
    const { context } = server;
    const id = await waiting(server);
    await askForMore(context, (await makeStaff(context)).member, id, { question: "Which firms have you advised?" });
    const token = await insertLink(context.db, id, "application", context.clock.now(), null);
    return { sending: { params: { token }, body: { answer: "Two breweries." } } };
  }),
  request(queue.giveReference, async (server) => {
    const { context } = server;
    const [memberId, { id: askedBy }] = [await waiting(server), await makeStaff(context)];
    const token = await referenceToken(context, { memberId, askedBy });
    return {
      sending: { params: { token }, body: { known_as: "A colleague", recommends: "yes" as const, words: "Steady." } },
    };
  }),
];
