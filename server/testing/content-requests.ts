import * as announcements from "@plumbline/contract/announcements/contract.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import * as mailTexts from "@plumbline/contract/mail-texts/contract.ts";
import { present } from "@plumbline/contract/present.ts";
import type { Kind } from "@plumbline/contract/reference/contract.ts";
import * as lists from "@plumbline/contract/reference/lists.ts";
import * as siteTexts from "@plumbline/contract/site-texts/contract.ts";
import { freshEmail, makeStaff } from "../demo/people.ts";
import { insertAnnouncement, insertReceipts } from "../features/announcements/store.ts";
import { member, request, type Server } from "./writing-request.ts";

/**
 * An entry that was just added to a list, and the list's first. Each request has a list of its own, because a list has five
 * hundred entries at most and the benchmark of writes prepares hundreds.
 */
async function addedEntry({ call }: Server, token: string, kind: Kind) {
  const { body } = await call(lists.addEntry, { params: { kind }, body: { name: freshEmail("entry") } }, token);
  return { ...present(body.entries.at(-1), "the new entry"), first: present(body.entries[0], "the first entry").id };
}

/** Each is another one: the same words are announced once an hour. */
const announcement = () =>
  ({
    title: `Statements by month ${freshEmail("news")}`,
    text: "Earnings have statements by month now.",
    role: "advisor",
    state: "complete",
    by_email: true,
    banner: true,
  }) as const;

const params = { name: "account.password_changed" } as const;
const wording = { subject: "Your new password", body: "Your password is a new one." };

const privacy = { name: "privacy-policy" } as const;
const privacyText = { title: "Privacy", text: "We keep little.", button: "", link: "", pictures: [] };

/** A small picture, as its file. */
const sitePicture = () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  return new File([Buffer.from(pixel, "base64")], "pixel.png");
};

/** An announcement that a member has received, with a banner. */
export async function received({ db, clock }: Server["context"], memberId: number, createdBy: number) {
  const now = clock.now();
  const { by_email: byEmail, state: audience, ...row } = announcement();
  const id = await insertAnnouncement(db, { ...row, byEmail, audience, state: "sent", sendAt: now, createdBy });
  await insertReceipts(db, id, [memberId], new Date(now.getTime() + dayMs));
  return id;
}

/** What staff do with the product's own content: a part of writing-requests.ts. */
export const contentRequests = [
  request(mailTexts.saveMailText, async ({ context, call }) => {
    const by = await makeStaff(context);
    const { version } = (await call(mailTexts.readMailText, { params }, by.token)).body;
    return { by, sending: { params, body: { ...wording, version } } };
  }),
  request(mailTexts.restoreMailText, async ({ context, call }) => {
    const by = await makeStaff(context);
    const { version } = (await call(mailTexts.readMailText, { params }, by.token)).body;
    return { by, sending: { params, body: { of: 0, version } }, another: { params, body: { of: 1, version } } };
  }),
  request(mailTexts.previewMailText, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { params, body: wording },
  })),
  request(mailTexts.testMailText, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { params, body: wording },
  })),
  request(siteTexts.saveSiteText, async ({ context, call }) => {
    const by = await makeStaff(context);
    const { version } = (await call(siteTexts.readSiteText, { params: privacy }, by.token)).body;
    return { by, sending: { params: privacy, body: { ...privacyText, version } } };
  }),
  request(siteTexts.restoreSiteText, async ({ context, call }) => {
    const by = await makeStaff(context);
    const { version } = (await call(siteTexts.readSiteText, { params: privacy }, by.token)).body;
    const another = { params: privacy, body: { of: 1, version } };
    return { by, sending: { params: privacy, body: { of: 0, version } }, another };
  }),
  request(siteTexts.previewSiteText, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { params: privacy, body: privacyText },
  })),
  request(siteTexts.uploadSitePicture, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { files: [sitePicture()] },
  })),
  request(announcements.announce, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { body: announcement() },
  })),
  request(announcements.stopAnnouncement, async ({ context, call }) => {
    const by = await makeStaff(context);
    const send_at = new Date(context.clock.now().getTime() + dayMs).toISOString();
    const { body } = await call(announcements.announce, { body: { ...announcement(), send_at } }, by.token);
    return { by, sending: { params: { id: body.id } } };
  }),
  request(announcements.dismissAnnouncement, async (server) => {
    const by = await member(server, "customer");
    const { id: createdBy } = await makeStaff(server.context);
    return { by, sending: { params: { id: await received(server.context, by.id, createdBy) } } };
  }),
  request(lists.addEntry, async ({ context }) => ({
    by: await makeStaff(context),
    sending: { params: { kind: "value_sets" as const }, body: { name: freshEmail("value") } },
  })),
  request(lists.orderList, async ({ context, call }) => {
    const by = await makeStaff(context);
    const params = { kind: "company_sizes" as const };
    const before = (await call(lists.readList, { params }, by.token)).body.entries.map(({ id }) => id);
    return { by, sending: { params, body: { before, ids: before.toReversed() } } };
  }),
  request(lists.renameEntry, async (server) => {
    const by = await makeStaff(server.context);
    const { id, version } = await addedEntry(server, by.token, "job_titles");
    return { by, sending: { params: { id }, body: { name: freshEmail("value"), version } } };
  }),
  request(lists.retireEntry, async (server) => {
    const by = await makeStaff(server.context);
    const { id, version } = await addedEntry(server, by.token, "seniorities");
    return { by, sending: { params: { id }, body: { version } } };
  }),
  request(lists.offerEntry, async (server) => {
    const by = await makeStaff(server.context);
    const { id, version } = await addedEntry(server, by.token, "investment_aims");
    await server.call(lists.retireEntry, { params: { id }, body: { version } }, by.token);
    return { by, sending: { params: { id }, body: { version: version + 1 } } };
  }),
  request(lists.mergeEntry, async (server) => {
    const by = await makeStaff(server.context);
    const { id, version, first: into } = await addedEntry(server, by.token, "advisory_services");
    return { by, sending: { params: { id }, body: { into, version } } };
  }),
];
