import { present } from "@plumbline/contract/present.ts";
import { sql } from "drizzle-orm";
import { hasMembers } from "../auth/members.ts";
import type { AppContext } from "../context.ts";
import { decideApplication } from "../features/accounts/actions.ts";
import { findByEmail } from "../features/accounts/store.ts";
import { sealHistory } from "../features/audit/sealing.ts";
import { askForMore } from "../features/back-office/queue-actions.ts";
import { countEverything } from "../features/figures/counting.ts";
import { refreshEveryListing } from "../features/matching/listing.ts";
import { countUses } from "../features/reference/merging.ts";
import { append, kindsAmong, markDelivered } from "../outbox/outbox.ts";
import { CannotStart } from "../start-errors.ts";
import { makeAnnouncements } from "./announcements.ts";
import { makeShowings, saveSearch } from "./matching.ts";
import { connectPayouts } from "./membership.ts";
import { daysAgo, inWorkingHours } from "./past.ts";
import { apply, applyVerified, makeMember, makeStaff, type Person, personOf } from "./people.ts";
import { portraitOf } from "./portraits.ts";
import { makePrices } from "./prices.ts";
import { addPhoto, answerOnboarding, completeAdvisor } from "./profiles.ts";
import { makeSiteTexts } from "./site-texts.ts";
import { deletePeople } from "./state.ts";
import { demoAdvisors } from "./story/advisors.ts";
import { type DemoApplicant, demoApplicants, demoCustomers, withoutPhoto } from "./story/customers.ts";
import { makeFairness } from "./story/fairness.ts";
import { makeNews } from "./story/first-pair.ts";
import { makeMembership, makeTroubles } from "./story/memberships.ts";
import { joinedDaysAgo, makeDemoWork } from "./story/work.ts";
import { makeTeam } from "./team.ts";

const password = "plumbline-demo";
const domain = "demo.plumbline.test";

/** An address made from a name: "Tom Ashdown" has tom.ashdown@demo.plumbline.test. */
const emailOf = (name: string) => `${name.toLowerCase().replace(/\W+/g, ".")}@${domain}`;

/** The advisor whose commission is their own. */
const ownCommission = "Megan Howells";

/** One process creates the demo data; others wait until it is complete. */
const demoLock = 7_261_004;

/**
 * Fills an empty database with people and engagements (decision 39) through the same actions that members use; a
 * database with demo data is left as it is. Incomplete data of an interrupted run is deleted and created again, because
 * its accounts cannot be signed in to. Only the latest events send e-mails, not a hundred at once.
 */
export async function makeDemoData(context: AppContext, say: (line: string) => void = () => {}): Promise<void> {
  await context.database.withLock(demoLock, async () => {
    const staffEmail = `staff@${domain}`;
    const made = await kindsAmong(context.db, ["demo.begun", "demo.finished"]);
    const [begun, finished] = [made.has("demo.begun"), made.has("demo.finished")];
    // Rows of older versions have no such field.
    if (finished || (!begun && (await findByEmail(context.db, staffEmail)))) return;
    if (begun) {
      if (await hasMembers(context.db, domain))
        throw new CannotStart(
          "The demo's data is half made, and others than the demo's people have accounts here. " +
            "Start with DEMO=false, or with an empty database.",
        );
      say("The demo's data was half made when it was interrupted: it is made again.");
      await deletePeople(context.db);
    }
    const record = (kind: "demo.begun" | "demo.finished") =>
      append(context.db, { kind, actorId: null, subjectId: 0 }, context.clock.now());
    await record("demo.begun");
    await fill(context, staffEmail, say);
    // The server would count its rows only after a minute, and statements are planned once.
    await context.db.execute(sql`analyze`);
    await record("demo.finished");
  });
}

async function fill(context: AppContext, staffEmail: string, say: (line: string) => void): Promise<void> {
  say("Making the demo's people and their work: about ten seconds, this once …");
  const story = inWorkingHours(context);
  const staff = await makeStaff(context, { email: staffEmail, name: "Rosalind Hale", password });
  await makeTeam(context, staff, domain, password);
  await makeMember(
    story,
    "customer",
    { email: `new.customer@${domain}`, name: "Idris Vaughan", companyName: "Vaughan Robotics", password },
    staff,
  );
  await makeMember(story, "advisor", { email: `new.advisor@${domain}`, name: "Elspeth Rowe", password }, staff);

  const people = new Map<string, Person>();
  // Portraits are rendered in other threads meanwhile.
  const photos: Promise<void>[] = [];
  const addPortrait = (person: Person, name: string, joined: number) =>
    photos.push(addPhoto(daysAgo(story, joined), person, portraitOf(name), "image/svg+xml"));
  for (const [at, { name, company, email = emailOf(name), plan, search }] of demoCustomers.entries()) {
    const joined = joinedDaysAgo(name, at);
    const given = { email, name, companyName: company, password, joinedDaysAgo: joined };
    const applied = await makeMember(story, "customer", given, staff);
    await makeMembership(story, applied, { name, plan, at, joined });
    const customer = await answerOnboarding(story, applied, { expertise: search.expertise });
    await saveSearch(daysAgo(story, Math.max(0, joined - 3)), customer, search);
    if (name !== withoutPhoto) addPortrait(customer, name, joined);
    people.set(name, customer);
  }
  for (const [at, { name, email = emailOf(name), story: profile }] of demoAdvisors.entries()) {
    const joined = joinedDaysAgo(name, at);
    const applied = await makeMember(story, "advisor", { email, name, password, joinedDaysAgo: joined }, staff);
    await completeAdvisor(story, applied, profile);
    addPortrait(applied, name, joined);
    people.set(name, await connectPayouts(story, applied, { connectedDaysAgo: joined - 3 }));
  }
  await Promise.all(photos);
  const find = (name: string) => present(people.get(name), name);
  const running = await makeDemoWork(story, staff, find);
  await makeTroubles(story, find);
  for (const applicant of demoApplicants) await applyAs(story, staff, applicant);
  await makeFairness(story, await personOf(context, `operations@${domain}`), find);
  await makePrices(context, staff, await personOf(context, `finance@${domain}`), find(ownCommission));
  await makeSiteTexts(context, staff, await personOf(context, `operations@${domain}`));
  await makeAnnouncements(context, staff, [...people.values()]);
  await markDelivered(context.db, domain);
  await makeNews(context, find, running);
  // Track records are computed from events, which were marked delivered above.
  await refreshEveryListing(context);
  await countUses(context);
  await makeShowings(context, [...people.values()]);
  await countEverything(context);
  await sealHistory(context);
}

async function applyAs(
  context: AppContext,
  staff: Person,
  { role, name, company, companySize, verified, appliedDaysAgo, asked, rejected }: DemoApplicant,
): Promise<void> {
  const email = emailOf(name);
  const then = daysAgo(context, appliedDaysAgo);
  const applicant = { email, name, companyName: company, ...(companySize && { companySize }) };
  if (!verified) return apply(then, role, applicant);
  const id = await applyVerified(then, role, applicant);
  if (asked) await askForMore(daysAgo(context, appliedDaysAgo - 1), staff.member, id, { question: asked });
  if (rejected) await decideApplication(daysAgo(context, appliedDaysAgo - 2), staff.member, id, "rejected", rejected);
}
