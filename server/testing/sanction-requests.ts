import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as reports from "@plumbline/contract/reports/contract.ts";
import * as sanctions from "@plumbline/contract/sanctions/contract.ts";
import { makeMember, makeStaff, setUp } from "../demo/people.ts";
import { makeAppeal, makeReport, makeSanction } from "../demo/sanctions.ts";
import { countOnce } from "../features/sanctions/counting.ts";
import { member, type Prepare, request, type Server } from "./writing-request.ts";

const sampleFile = () => new File(["name,amount\nwork,1\n"], "figures.csv");

/** A report of an advisor's profile that waits. */
async function reported({ context }: Server): Promise<number> {
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  return makeReport(context, await setUp(context, await makeMember(context, "customer")), advisor);
}

/** Successful requests for decisions about members, appeals and reports. */
export const sanctionRequests: readonly [declaration: Declaration, prepare: Prepare][] = [
  request(sanctions.makeAppeal, async (server) => {
    const by = await member(server, "advisor");
    const id = await makeSanction(server.context, await makeStaff(server.context), by);
    await countOnce(server.context.db, server.context.clock.now(), "appeal");
    return {
      by,
      sending: { params: { id }, body: { text: "I do hold the certificate." } },
      another: { params: { id }, body: { text: "I hold it." } },
    };
  }),
  request(sanctions.uploadAppealFile, async (server) => ({
    by: await member(server, "customer"),
    sending: { files: [sampleFile()] },
  })),
  request(sanctions.uploadEvidence, async (server) => ({
    by: await makeStaff(server.context),
    sending: { files: [sampleFile()] },
  })),
  request(sanctions.imposeSanction, async ({ context }) => {
    await countOnce(context.db, context.clock.now(), "decision restriction");
    const params = { id: (await makeMember(context, "advisor")).id };
    const body = { act: "restrict", grounds: "spam", reason: "Adverts.", next_steps: "We look again." } as const;
    const another = { params, body: { ...body, reason: "Many adverts." } };
    return { by: await makeStaff(context), sending: { params, body }, another };
  }),
  request(sanctions.reopenMember, async ({ context }) => {
    const by = await makeStaff(context);
    const advisor = await makeMember(context, "advisor");
    await makeSanction(context, by, advisor, { act: "suspend" });
    const params = { id: advisor.id };
    return {
      by,
      sending: { params, body: { reason: "We were shown the whole story." } },
      another: { params, body: { reason: "They have apologised." } },
    };
  }),
  request(sanctions.decideAppeal, async ({ context }) => {
    const by = await makeMember(context, "advisor");
    const id = await makeAppeal(context, by, await makeSanction(context, await makeStaff(context), by));
    await countOnce(context.db, context.clock.now(), "appeal kept");
    const body = { outcome: "kept", answer: "The certificate is of another person." } as const;
    return {
      by: await makeStaff(context),
      sending: { params: { id }, body },
      another: { params: { id }, body: { ...body, answer: "It is another person's." } },
    };
  }),
  request(reports.makeReport, async ({ context }) => {
    const { id } = await setUp(context, await makeMember(context, "advisor"));
    await countOnce(context.db, context.clock.now(), "report");
    const body = { kind: "profile", id, grounds: "misleading", words: "Not chartered." } as const;
    return {
      by: await setUp(context, await makeMember(context, "customer")),
      sending: { body },
      another: { body: { ...body, words: "Nowhere chartered." } },
    };
  }),
  request(reports.assignReport, async (server) => {
    const params = { id: await reported(server) };
    const by = await makeStaff(server.context);
    return { by, sending: { params, body: { mine: true } }, another: { params, body: { mine: false } } };
  }),
  request(reports.decideReport, async (server) => {
    const { context } = server;
    const params = { id: await reported(server) };
    await countOnce(context.db, context.clock.now(), "report no_action");
    const body = { act: "no_action", answer: "We have seen the certificate." } as const;
    const another = { params, body: { ...body, answer: "We know the certificate." } };
    return { by: await makeStaff(context), sending: { params, body }, another };
  }),
];
