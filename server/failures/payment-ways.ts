import type { Fault } from "../testing/card-sandbox.ts";

/** What a way to fail may do to one invoice, besides what the provider does by itself. */
export type Stage = {
  id: number;
  /** Presses Pay, in the payer's first or second session, with headers if any; answers the HTTP status. */
  pay(how?: { second?: boolean; headers?: Record<string, string> }): Promise<number>;
  /** The advisor withdraws the invoice; answers the HTTP status. */
  withdraw(): Promise<number>;
  /** The payer takes another card. */
  takeCard(number: string): Promise<void>;
  /** The payer's bank asked for its holder, who passes, or does not. */
  answerBank(outcome: "complete" | "fail"): Promise<void>;
  /** At the provider's desk. */
  refundThere(): Promise<void>;
  /** As a process leaves it that is killed at this point: what the provider did is done, what comes after is not recorded. */
  forget(from: "intent" | "outcome"): Promise<void>;
  /** Attempts that failed here and were charged there all the same. */
  chargeBehindOurBack(): Promise<void>;
  /** Brings the provider's events about this invoice to our door; `mangle` changes their order and number. */
  bringEvents(mangle: <T>(events: T[]) => T[]): Promise<void>;
  /** Somebody else says that it is paid, or an old envelope comes again. */
  forgeEvents(): Promise<void>;
  anHourLater(): Promise<void>;
};

export type Way = {
  name: string;
  card?: "declined" | "asking" | "disputing" | "own";
  /** What goes wrong at the provider, once for each invoice, until it is back. */
  faults?: Fault[];
  act(stage: Stage): Promise<unknown>;
  /** Once the provider is back and before the sweeps. */
  after?(stage: Stage): Promise<unknown>;
  /** It has to be settled without the sweeps. */
  unswept?: true;
  /** Statuses that the invoice may have after the sweeps; one that was not charged may be paid, and is in the end. */
  ends: readonly ("Completed" | "sent" | "void" | "refunded")[];
};

const intents = "/v1/payment_intents";
const confirms = `${intents}/*`;
const pay = (stage: Stage) => stage.pay();
const paid = ["Completed"] as const;
const payable = ["sent"] as const;

/** The charge is made, its answer is lost, and so is the answer to the question after it: nothing of it is recorded here. */
const unheard: Fault[] = [
  { kind: "timeout_after", method: "POST", path: confirms },
  { kind: "timeout_before", method: "GET", path: confirms },
];

/** A card that works, and one call of the provider that goes wrong. */
const goesWrong = (name: string, kind: string, path: string, times = 1): Way => ({
  name,
  faults: [{ kind, method: "POST", path, times }],
  act: pay,
  ends: paid,
});

/** The ways in which paying an invoice can fail. */
export const ways: readonly Way[] = [
  goesWrong("the connection closes before the payment is made", "timeout_before", intents),
  goesWrong("the payment is made, and the connection closes", "timeout_after", intents),
  goesWrong("an outage is answered instead of making the payment", "500", intents),
  goesWrong("the payment is made, and an outage is answered and repeated for a day", "500_after", intents),
  goesWrong("an outage is answered instead of making the payment, and repeated for a day", "500_stored", intents),
  goesWrong("too many calls to make the payment", "rate_limit", intents),
  goesWrong("the payment is made, and the answer is garbage", "garbage_after", intents),
  goesWrong("the connection closes before the charge", "timeout_before", confirms),
  goesWrong("it charges, and the connection closes", "timeout_after", confirms),
  goesWrong("an outage is answered instead of charging", "500", confirms),
  goesWrong("it charges, and an outage is answered and repeated for a day", "500_after", confirms),
  goesWrong("an outage is answered instead of charging, and repeated for a day", "500_stored", confirms),
  goesWrong("too many calls to charge", "rate_limit", confirms),
  goesWrong("it charges, and the answer is garbage", "garbage_after", confirms),
  {
    name: "it charges, the connection closes, and so it does when asked again",
    faults: unheard,
    act: pay,
    ends: paid,
  },
  {
    name: "the provider is gone for a while",
    faults: [{ kind: "timeout_before", times: 100 }],
    act: pay,
    ends: payable,
  },
  {
    name: "the provider goes as the payment is made, and stays away through a sweep",
    faults: [{ kind: "timeout_before", path: `${intents}*`, times: 8 }],
    act: pay,
    ends: paid,
  },
  { name: "the bank declines the card", card: "declined", act: pay, ends: payable },
  {
    name: "the bank declines, and the answer is lost",
    card: "declined",
    faults: [{ kind: "timeout_after", method: "POST", path: confirms }],
    act: pay,
    ends: payable,
  },
  {
    name: "the bank declines one card and takes another",
    card: "own",
    act: async (stage) => {
      await stage.takeCard("4000000000000341");
      await stage.pay();
      await stage.takeCard("4242424242424242");
      await stage.pay();
    },
    ends: paid,
  },
  {
    name: "the bank asks for the holder, who answers",
    card: "asking",
    act: async (stage) => {
      await stage.pay();
      await stage.answerBank("complete");
    },
    ends: paid,
  },
  {
    name: "the bank asks for the holder, who fails",
    card: "asking",
    act: async (stage) => {
      await stage.pay();
      await stage.answerBank("fail");
    },
    ends: payable,
  },
  {
    name: "the bank asks for the holder, and the question is lost on the way",
    card: "asking",
    faults: [{ kind: "timeout_after", method: "POST", path: confirms }],
    act: pay,
    ends: payable,
  },
  {
    name: "the bank asks for a holder who has left",
    card: "asking",
    act: async (stage) => {
      await stage.pay();
      await stage.anHourLater();
    },
    ends: payable,
  },
  {
    name: "the invoice is withdrawn while the bank waits for the holder",
    card: "asking",
    act: async (stage) => {
      await stage.pay();
      await stage.withdraw();
      await stage.answerBank("complete");
    },
    ends: ["void"],
  },
  {
    name: "the webhook comes before our own answer",
    faults: unheard,
    act: pay,
    after: (stage) => stage.bringEvents((events) => events),
    unswept: true,
    ends: paid,
  },
  {
    name: "webhooks come late, after a sweep has settled it",
    act: pay,
    after: async (stage) => {
      await stage.anHourLater();
      await stage.bringEvents((events) => events);
    },
    ends: paid,
  },
  {
    name: "webhooks come twice",
    act: pay,
    after: (stage) => stage.bringEvents((events) => [...events, ...events]),
    ends: paid,
  },
  {
    name: "webhooks come backwards",
    card: "own",
    act: async (stage) => {
      await stage.takeCard("4000000000000341");
      await stage.pay();
      await stage.takeCard("4242424242424242");
      await stage.pay();
    },
    after: (stage) => stage.bringEvents((events) => events.toReversed()),
    ends: paid,
  },
  {
    name: "webhooks are forged, or come in an old envelope",
    act: (stage) => stage.forgeEvents(),
    ends: payable,
  },
  {
    name: "an impatient finger",
    act: (stage) => Promise.all(Array.from({ length: 5 }, pay.bind(null, stage))),
    ends: paid,
  },
  {
    name: "two sessions at once",
    act: (stage) => Promise.all([stage.pay(), stage.pay({ second: true })]),
    ends: paid,
  },
  {
    name: "two calls with the same idempotency key",
    act: (stage) => Promise.all([1, 2].map(() => stage.pay({ headers: { "idempotency-key": `pay-${stage.id}` } }))),
    ends: paid,
  },
  {
    name: "two calls with different idempotency keys",
    act: (stage) =>
      Promise.all([1, 2].map((each) => stage.pay({ headers: { "idempotency-key": `pay-${stage.id}-${each}` } }))),
    ends: paid,
  },
  {
    name: "it is withdrawn as it is paid",
    act: (stage) => Promise.all([stage.pay(), stage.withdraw()]),
    ends: ["Completed", "void"],
  },
  {
    name: "it is disputed at once, before its payment is recorded",
    card: "disputing",
    faults: unheard,
    act: pay,
    after: (stage) => stage.bringEvents((events) => events.toReversed()),
    ends: paid,
  },
  {
    name: "it is refunded at once, before its payment is recorded",
    faults: unheard,
    act: pay,
    after: (stage) => stage.refundThere(),
    ends: ["refunded"],
  },
  {
    name: "killed after the provider was asked, before the payment's id is kept",
    act: async (stage) => {
      await stage.pay();
      await stage.forget("intent");
    },
    ends: paid,
  },
  {
    name: "killed after the charge, before it is recorded",
    act: async (stage) => {
      await stage.pay();
      await stage.forget("outcome");
    },
    ends: paid,
  },
  {
    name: "an attempt that was given up is charged after a newer one has paid",
    act: async (stage) => {
      await stage.pay();
      await stage.chargeBehindOurBack();
    },
    ends: paid,
  },
];
