import * as engagements from "@plumbline/contract/engagements/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
const id = (params: number) => ({ params: { id: params } });
const withMessage = (params: number, message?: string) => ({ ...id(params), body: message ? { message } : {} });

test("E-08 E-12 E-15 each step notifies the other party on the bell and by e-mail, with a link", async () => {
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  const customer = await setUp(server.context, await makeMember(server.context, "customer"));
  const engagement = await makeEngagement(server.context, { advisor, customer, name: "Board pack" });
  const link = `${server.context.settings.publicUrl}/project/${engagement}`;
  const newest = async ({ email }: Person) => {
    const [mail] = await server.mailsTo(email);
    return { subject: mail?.subject, linked: mail?.links.includes(link) };
  };
  expect(await newest(customer)).toEqual({ subject: "Harriet Osei sent you a proposal", linked: true });
  await server.call(engagements.suggestEdit, withMessage(engagement, "Shorter, please."), customer.token);
  expect(await newest(advisor)).toEqual({ subject: "Priya Raman suggests an edit to your proposal", linked: true });
  expect((await server.mailsTo(advisor.email))[0]?.text).toContain("“Shorter, please.”");
  await server.call(engagements.updateProject, { ...id(engagement), body: { payment_span: 6 } }, advisor.token);
  expect(await newest(customer)).toEqual({ subject: "Harriet Osei changed the proposal", linked: true });
  await server.call(engagements.acceptProject, withMessage(engagement), customer.token);
  expect(await newest(advisor)).toEqual({ subject: "Priya Raman accepted your proposal", linked: true });
  await server.call(engagements.startProject, withMessage(engagement), advisor.token);
  await server.call(engagements.completeProject, withMessage(engagement), advisor.token);
  expect(await newest(customer)).toEqual({ subject: "Completed: Board pack", linked: true });
  await server.call(engagements.askForReview, withMessage(engagement), advisor.token);
  expect(await newest(customer)).toEqual({ subject: "Harriet Osei asks you for a review", linked: true });
  await server.settle();
  const bells = await server.context.db.query.notifications.findMany({
    where: (row, { eq }) => eq(row.action, `/project/${engagement}`),
  });
  const notificationsOf = (person: Person) =>
    bells
      .filter(({ memberId }) => memberId === person.id)
      .sort((one, other) => one.eventId - other.eventId)
      .map(({ message }) => message);
  expect(notificationsOf(customer)).toEqual([
    "Harriet Osei sent you a proposal: Board pack",
    "Harriet Osei changed the proposal Board pack and sent it again",
    "Work has started: Board pack",
    "Harriet Osei ended Board pack",
    "Harriet Osei asks you for a review of Board pack",
  ]);
  expect(notificationsOf(advisor)).toEqual([
    "Priya Raman suggests an edit to Board pack",
    "Priya Raman accepted Board pack",
  ]);
});
