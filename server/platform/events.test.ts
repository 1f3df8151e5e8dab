import { expect, test } from "vitest";
import { apply, freshEmail } from "../demo/people.ts";
import { aWorld } from "../testing/plumbline.ts";
import { deliver, type LeasedEvent, type Notice, notice } from "./events.ts";

const world = aWorld({ LOG_LEVEL: "silent" });

/** An event that this test has leased, so that the world's own loop leaves it alone. */
async function leasedEvent(kind: string, attempts: number): Promise<LeasedEvent> {
  const { rows } = await world.house.db.execute<{ id: number }>(
    `insert into events (kind, subject, subject_id, lease, leased_until, attempts)
     values ('${kind}', 'test', 1, 'the test', now() + interval '1 day', ${attempts}) returning id`,
  );
  const id = Number(rows[0]?.id);
  const facts = { actorId: null, subject: "test", subjectId: 1, data: {}, createdAt: world.clock.now() };
  return { id, kind, attempts, ...facts };
}

const rowOf = async ({ id }: LeasedEvent) =>
  (
    await world.house.db.execute(
      `select attempts, delivered_at is not null as delivered, failed_at is not null as failed, failure,
         leased_until between now() + interval '5 seconds' and now() + interval '16 seconds' as waits from events where id = ${id}`,
    )
  ).rows[0];

const failing: Notice = notice("test.fails", async () => {
  throw new TypeError("the canary of a member's text");
});

test("A-09 a notice that fails keeps no other notice of its event from being run, and is tried again after longer waits", async () => {
  const told: string[] = [];
  const beside = notice("test.fails", async () => void told.push("beside"));
  const event = await leasedEvent("test.fails", 4);
  await deliver(world.house, [failing, beside], event, "the test");
  expect(told).toEqual(["beside"]);
  const row = await rowOf(event);
  expect(row).toMatchObject({ delivered: false, failed: false, waits: true });
  expect(row?.["failure"]).toMatch(/^TypeError at server\/platform\/events\.test\.ts:\d+$/);
});

test("A-09 after thirty attempts an event is a dead letter with its reason, counted in the metrics", async () => {
  const event = await leasedEvent("test.fails", 30);
  await deliver(world.house, [failing], event, "the test");
  expect(await rowOf(event)).toMatchObject({ delivered: false, failed: true });
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  expect(metrics).toMatch(/^plumbline_events_failed 1$/m);
});

test("A-09 who has lost the lease of an event settles nothing: another process has it in hand", async () => {
  const event = await leasedEvent("test.other", 1);
  await deliver(world.house, [], event, "somebody else");
  expect(await rowOf(event)).toMatchObject({ delivered: false });
  await deliver(world.house, [], event, "the test");
  expect(await rowOf(event)).toMatchObject({ delivered: true });
});

test("A-09 an event that is told again, as after a crash, does not end the link that its letter carries", async () => {
  const email = freshEmail("told-twice");
  await apply(world.house, "advisor", { email, name: "Owen Price" });
  expect(await world.mailsTo(email)).toHaveLength(1);
  await world.house.db.execute("update events set delivered_at = null where kind = 'account.applied'");
  expect(await world.mailsTo(email)).toHaveLength(1);
  const { rows } = await world.house.db.execute(
    `select count(*) as made, count(*) filter (where used_at is null) as open
     from links join members on members.id = member_id where email = '${email}'`,
  );
  expect(rows).toEqual([{ made: 1, open: 1 }]);
});
