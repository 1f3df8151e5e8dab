import { verifyEmail } from "../features/accounts/actions.ts";
import { findByEmail, insertLink } from "../features/accounts/store.ts";
import { refreshEveryListing } from "../features/matching/listing.ts";
import type { House } from "../house.ts";
import { append, markDelivered } from "../platform/events.ts";
import { CannotStart } from "../platform/start-errors.ts";
import { lookFor } from "./matching.ts";
import { connectPayouts, payMembership } from "./membership.ts";
import { apply, makeMember, makeStaff, type Person } from "./people.ts";
import { portraitOf } from "./portraits.ts";
import { answerOnboarding, completeAdvisor, givePhoto } from "./profiles.ts";
import { anybodyElse, clearEverybody, demoEvents } from "./state.ts";
import { demoAdvisors } from "./story/advisors.ts";
import { demoApplicants, demoCustomers } from "./story/customers.ts";
import { tellNews, tellWork } from "./story/work.ts";

const password = "plumbline-demo";
const domain = "demo.plumbline.test";

/** An address from a name: "Tom Ashdown" has tom.ashdown@demo.plumbline.test. */
const addressFor = (name: string) => `${name.toLowerCase().replace(/\W+/g, ".")}@${domain}`;

/** One process makes the demo; another waits until it is there. */
const demoLock = 7_261_004;

/**
 * Fills an empty database with people and work to look at (decision 39), through the same actions that people use; a
 * database that has them is left as it is. One whose making was interrupted is made again from nothing: half of it has
 * accounts that nobody can sign in to. Only the latest news are announced: nobody wants a hundred e-mails at first.
 */
export async function makeDemoData(house: House, say: (line: string) => void = () => {}): Promise<void> {
  await house.database.exclusively(demoLock, async () => {
    const staffEmail = `staff@${domain}`;
    const { begun, finished } = await demoEvents(house.db);
    // Older versions said nothing about it.
    if (finished || (!begun && (await findByEmail(house.db, staffEmail)))) return;
    if (begun) {
      if (await anybodyElse(house.db, domain))
        throw new CannotStart(
          "The demo's data is half made, and others than the demo's people have accounts here. " +
            "Start with DEMO=false, or with an empty database.",
        );
      say("The demo's data was half made when it was interrupted: it is made again.");
      await clearEverybody(house.db);
    }
    const tell = (kind: string) =>
      append(house.db, { kind, actorId: null, subject: "installation", subjectId: 0 }, house.clock.now());
    await tell("demo.begun");
    await fill(house, staffEmail, say);
    await tell("demo.finished");
  });
}

async function fill(house: House, staffEmail: string, say: (line: string) => void): Promise<void> {
  say("Making the demo's people and their work: about ten seconds, this once …");
  const staff = await makeStaff(house, { email: staffEmail, name: "Rosalind Hale", password });
  await makeMember(
    house,
    "customer",
    { email: `new.customer@${domain}`, name: "Idris Vaughan", companyName: "Vaughan Robotics", password },
    staff,
  );
  await makeMember(house, "advisor", { email: `new.advisor@${domain}`, name: "Elspeth Rowe", password }, staff);

  const people = new Map<string, Person>();
  for (const { name, company, email = addressFor(name), plan, looking } of demoCustomers) {
    const applied = await makeMember(house, "customer", { email, name, companyName: company, password }, staff);
    await payMembership(house, applied, { plan: plan === "year" ? "annual" : "monthly" });
    const customer = await answerOnboarding(house, applied, { expertise: looking.expertise });
    await lookFor(house, customer, looking);
    people.set(name, customer);
  }
  // Pictures are drawn on other threads meanwhile.
  const photos: Promise<void>[] = [];
  for (const { name, email = addressFor(name), story } of demoAdvisors) {
    const applied = await makeMember(house, "advisor", { email, name, password }, staff);
    await completeAdvisor(house, applied, story);
    photos.push(givePhoto(house, applied, portraitOf(name), "image/svg+xml"));
    people.set(name, await connectPayouts(house, applied));
  }
  await Promise.all(photos);
  const find = (name: string) => people.get(name) as Person;
  const running = await tellWork(house, staff, find);
  for (const applicant of demoApplicants) await applyAs(house, applicant);
  await markDelivered(house.db, domain);
  await tellNews(house, find, running);
  // Track records come from events, which were marked delivered above.
  await refreshEveryListing(house);
}

async function applyAs(
  house: House,
  { role, name, company, verified }: (typeof demoApplicants)[number],
): Promise<void> {
  const email = addressFor(name);
  await apply(house, role, { email, name, companyName: company });
  const member = await findByEmail(house.db, email);
  if (verified && member)
    await verifyEmail(house, role, await insertLink(house.db, member.id, "verify", house.clock.now(), 3600));
}
