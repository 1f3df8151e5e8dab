import * as engagements from "@plumbline/contract/engagements/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";

const world = aWorld();
const id = (params: number) => ({ params: { id: params } });
const word = (params: number, message?: string) => ({ ...id(params), body: message ? { message } : {} });

test("E-08 E-12 E-15 each step reaches the other side's bell and post, with a link to the engagement", async () => {
  const advisor = await setUp(world.house, await makeMember(world.house, "advisor"));
  const customer = await setUp(world.house, await makeMember(world.house, "customer"));
  const engagement = await makeEngagement(world.house, { advisor, customer, name: "Board pack" });
  const link = `${world.house.settings.publicUrl}/project/${engagement}`;
  const newest = async ({ email }: Person) => {
    const [mail] = await world.mailsTo(email);
    return { subject: mail?.subject, linked: mail?.links.includes(link) };
  };
  expect(await newest(customer)).toEqual({ subject: "Harriet Osei sent you a proposal", linked: true });
  await world.call(engagements.suggestEdit, word(engagement, "Shorter, please."), customer.token);
  expect(await newest(advisor)).toEqual({ subject: "Priya Raman suggests an edit to your proposal", linked: true });
  expect((await world.mailsTo(advisor.email))[0]?.text).toContain("“Shorter, please.”");
  await world.call(engagements.updateProject, { ...id(engagement), body: { payment_span: 6 } }, advisor.token);
  expect(await newest(customer)).toEqual({ subject: "Harriet Osei changed the proposal", linked: true });
  await world.call(engagements.acceptProject, word(engagement), customer.token);
  expect(await newest(advisor)).toEqual({ subject: "Priya Raman accepted your proposal", linked: true });
  await world.call(engagements.startProject, word(engagement), advisor.token);
  await world.call(engagements.completeProject, word(engagement), advisor.token);
  expect(await newest(customer)).toEqual({ subject: "Completed: Board pack", linked: true });
  await world.call(engagements.askForReview, word(engagement), advisor.token);
  expect(await newest(customer)).toEqual({ subject: "Harriet Osei asks you for a review", linked: true });
  await world.settle();
  const bells = await world.house.db.query.notifications.findMany({
    where: (row, { eq }) => eq(row.action, `/project/${engagement}`),
  });
  const told = (person: Person) =>
    bells
      .filter(({ memberId }) => memberId === person.id)
      .sort((one, other) => one.eventId - other.eventId)
      .map(({ message }) => message);
  expect(told(customer)).toEqual([
    "Harriet Osei sent you a proposal: Board pack",
    "Harriet Osei changed the proposal Board pack and sent it again",
    "Work has started: Board pack",
    "Harriet Osei ended Board pack",
    "Harriet Osei asks you for a review of Board pack",
  ]);
  expect(told(advisor)).toEqual(["Priya Raman suggests an edit to Board pack", "Priya Raman accepted Board pack"]);
});
