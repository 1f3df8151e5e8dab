import { hasMembers } from "../auth/members.ts";
import type { AppContext } from "../context.ts";
import { verifyEmail } from "../features/accounts/actions.ts";
import { findByEmail, insertLink } from "../features/accounts/store.ts";
import { refreshEveryListing } from "../features/matching/listing.ts";
import { append, kindsAmong, markDelivered } from "../outbox/outbox.ts";
import { CannotStart } from "../start-errors.ts";
import { saveSearch } from "./matching.ts";
import { connectPayouts, payMembership } from "./membership.ts";
import { apply, makeMember, makeStaff, type Person } from "./people.ts";
import { portraitOf } from "./portraits.ts";
import { addPhoto, answerOnboarding, completeAdvisor } from "./profiles.ts";
import { deletePeople } from "./state.ts";
import { demoAdvisors } from "./story/advisors.ts";
import { demoApplicants, demoCustomers } from "./story/customers.ts";
import { makeDemoWork, makeNews } from "./story/work.ts";

const password = "plumbline-demo";
const domain = "demo.plumbline.test";

/** An address made from a name: "Tom Ashdown" has tom.ashdown@demo.plumbline.test. */
const emailOf = (name: string) => `${name.toLowerCase().replace(/\W+/g, ".")}@${domain}`;

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
    await record("demo.finished");
  });
}

async function fill(context: AppContext, staffEmail: string, say: (line: string) => void): Promise<void> {
  say("Making the demo's people and their work: about ten seconds, this once …");
  const staff = await makeStaff(context, { email: staffEmail, name: "Rosalind Hale", password });
  await makeMember(
    context,
    "customer",
    { email: `new.customer@${domain}`, name: "Idris Vaughan", companyName: "Vaughan Robotics", password },
    staff,
  );
  await makeMember(context, "advisor", { email: `new.advisor@${domain}`, name: "Elspeth Rowe", password }, staff);

  const people = new Map<string, Person>();
  for (const { name, company, email = emailOf(name), plan, search } of demoCustomers) {
    const applied = await makeMember(context, "customer", { email, name, companyName: company, password }, staff);
    await payMembership(context, applied, { plan: plan === "year" ? "annual" : "monthly" });
    const customer = await answerOnboarding(context, applied, { expertise: search.expertise });
    await saveSearch(context, customer, search);
    people.set(name, customer);
  }
  // Portraits are rendered in other threads meanwhile.
  const photos: Promise<void>[] = [];
  for (const { name, email = emailOf(name), story } of demoAdvisors) {
    const applied = await makeMember(context, "advisor", { email, name, password }, staff);
    await completeAdvisor(context, applied, story);
    photos.push(addPhoto(context, applied, portraitOf(name), "image/svg+xml"));
    people.set(name, await connectPayouts(context, applied));
  }
  await Promise.all(photos);
  const find = (name: string) => people.get(name) as Person;
  const running = await makeDemoWork(context, staff, find);
  for (const applicant of demoApplicants) await applyAs(context, applicant);
  await markDelivered(context.db, domain);
  await makeNews(context, find, running);
  // Track records are computed from events, which were marked delivered above.
  await refreshEveryListing(context);
}

async function applyAs(
  context: AppContext,
  { role, name, company, verified }: (typeof demoApplicants)[number],
): Promise<void> {
  const email = emailOf(name);
  await apply(context, role, { email, name, companyName: company });
  const member = await findByEmail(context.db, email);
  if (verified && member)
    await verifyEmail(context, role, await insertLink(context.db, member.id, "verify", context.clock.now(), 3600));
}
