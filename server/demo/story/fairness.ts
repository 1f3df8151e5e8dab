import type { AppContext } from "../../context.ts";
import { decideReport } from "../../features/reports/actions.ts";
import { reopenMember } from "../../features/sanctions/actions.ts";
import { daysAgo } from "../past.ts";
import type { Person } from "../people.ts";
import { makeAppeal, makeReport, makeSanction } from "../sanctions.ts";

/** Decisions about members, so that no queue of staff is empty: a waiting report and appeal, and one of each that ended. */
export async function makeFairness(
  context: AppContext,
  colleague: Person,
  find: (name: string) => Person,
): Promise<void> {
  // Members with whom the fixed accounts of the demo have nothing to do.
  const [restricted, lifted] = [find("Edward Okonjo"), find("Tamsin Reed")];
  const [reported, answered] = [find("Christopher Vane"), find("Rajesh Kapoor")];
  const [reporter, other] = [find("Charlotte Ives"), find("Fergus Milne")];
  const suspendedOn = daysAgo(context, 62);
  await makeSanction(suspendedOn, colleague, lifted, {
    act: "suspend",
    grounds: "impersonation",
    reason: "Somebody wrote to us that another person uses this name.",
    next_steps: "Please send us a passport or a driving licence, and we open the account on the same day.",
  });
  await reopenMember(daysAgo(context, 60), colleague.member, lifted.id, "You have shown us that you are who you say.");

  const then = daysAgo(context, 33);
  const closed = await makeReport(then, reporter, answered, {
    grounds: "spam",
    words: "The profile reads like an advertisement for a course.",
  });
  await decideReport(daysAgo(context, 31), colleague.member, closed, {
    act: "no_action",
    answer: "We have read the profile. It names the course as experience and sells nothing, so it stays.",
    reason: "",
    next_steps: "",
    until: null,
  });

  const restriction = await makeSanction(daysAgo(context, 5), colleague, restricted, {
    act: "restrict",
    grounds: "off_platform",
    reason: "You asked two customers to pay you by bank transfer instead of by invoice here.",
    next_steps: "Your engagements go on. We look again in a month, or sooner if you appeal.",
  });
  await makeAppeal(
    daysAgo(context, 3),
    restricted,
    restriction,
    "One of the two is a client from before I joined, with a contract of our own. The other misunderstood me, as my message to him says.",
  );

  await makeReport(daysAgo(context, 1), other, reported, {
    grounds: "misleading",
    words:
      "He tells us that he priced the seats of an airline for six years. A friend was there, and nobody knows the name.",
  });
}
