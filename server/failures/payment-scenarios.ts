import type { Fault } from "../testing/card-sandbox.ts";

/** The actions of a failure scenario on one invoice, besides what the provider does by itself. */
export type Stage = {
  id: number;
  /** Pays, in the payer's first or second session, with headers if given; returns the HTTP status. */
  pay(how?: { second?: boolean; headers?: Record<string, string> }): Promise<number>;
  /** The advisor withdraws the invoice; returns the HTTP status. */
  withdraw(): Promise<number>;
  /** The payer takes another card. */
  takeCard(number: string): Promise<void>;
  /** The payer's bank requires authentication, which succeeds or not. */
  answerBank(outcome: "complete" | "fail"): Promise<void>;
  /** Actions at the provider. */
  refundAtProvider(): Promise<void>;
  /** The state after a process was killed at this point: the provider's effects stay, later records are missing. */
  forget(from: "intent" | "outcome"): Promise<void>;
  /** Attempts that failed here and were charged at the provider all the same. */
  chargeAbandonedAttempts(): Promise<void>;
  /** Delivers the provider's events about this invoice; `mangle` changes their order and number. */
  deliverEvents(mangle: <T>(events: T[]) => T[]): Promise<void>;
  /** A forged event, or a replayed old one. */
  forgeEvents(): Promise<void>;
  anHourLater(): Promise<void>;
};

/** One way in which paying an invoice can fail. */
export type PaymentScenario = {
  name: string;
  card?: "declined" | "asking" | "disputing" | "own";
  /** The faults at the provider, for each invoice, until it recovers. */
  faults?: Fault[];
  act(stage: Stage): Promise<unknown>;
  /** After the provider has recovered and before the sweeps. */
  after?(stage: Stage): Promise<unknown>;
  /** It must be settled without the sweeps. */
  unswept?: true;
  /** Statuses that the invoice may have after the sweeps; one that was not charged can still be paid. */
  ends: readonly ("Completed" | "sent" | "void" | "refunded")[];
};

const intents = "/v1/payment_intents";
const confirms = `${intents}/*`;
const pay = (stage: Stage) => stage.pay();
const paid = ["Completed"] as const;
const payable = ["sent"] as const;

/** The charge succeeds, its response is lost, and so is the one to the next query: nothing is recorded here. */
const lostCharge: Fault[] = [
  { kind: "timeout_after", method: "POST", path: confirms },
  { kind: "timeout_before", method: "GET", path: confirms },
];

/** One card is declined, another one pays. */
async function payAfterDecline(stage: Stage): Promise<void> {
  await stage.takeCard("4000000000000341");
  await stage.pay();
  await stage.takeCard("4242424242424242");
  await stage.pay();
}

/** A valid card, and one failing call to the provider. */
const failingCall = (name: string, kind: string, path: string, times = 1): PaymentScenario => ({
  name,
  faults: [{ kind, method: "POST", path, times }],
  act: pay,
  ends: paid,
});

/** A card whose bank asks for its holder; `then` is what happens after that. */
const authentication = (
  name: string,
  ends: PaymentScenario["ends"],
  then: (stage: Stage) => Promise<unknown>,
): PaymentScenario => ({
  name,
  card: "asking",
  act: async (stage) => {
    await stage.pay();
    await then(stage);
  },
  ends,
});

/** The scenarios in which paying an invoice can fail. */
export const paymentScenarios: readonly PaymentScenario[] = [
  failingCall("the connection closes before the payment is made", "timeout_before", intents),
  failingCall("the payment is made, and the connection closes", "timeout_after", intents),
  failingCall("500 instead of making the payment", "500", intents),
  failingCall("the payment is made, and answered with 500, replayed for a day", "500_after", intents),
  failingCall("500 instead of making the payment, replayed for a day", "500_stored", intents),
  failingCall("too many calls to make the payment", "rate_limit", intents),
  failingCall("the payment is made, and the response is garbage", "garbage_after", intents),
  failingCall("the connection closes before the charge", "timeout_before", confirms),
  failingCall("it charges, and the connection closes", "timeout_after", confirms),
  failingCall("500 instead of charging", "500", confirms),
  failingCall("it charges, and answers with 500, replayed for a day", "500_after", confirms),
  failingCall("500 instead of charging, replayed for a day", "500_stored", confirms),
  failingCall("too many calls to charge", "rate_limit", confirms),
  failingCall("it charges, and the response is garbage", "garbage_after", confirms),
  {
    name: "it charges, the connection closes, and closes again at the next query",
    faults: lostCharge,
    act: pay,
    ends: paid,
  },
  {
    name: "the provider is down for a while",
    faults: [{ kind: "timeout_before", times: 100 }],
    act: pay,
    ends: payable,
  },
  {
    name: "the provider goes down as the payment is made, until after a sweep",
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
    name: "the bank declines one card and accepts another",
    card: "own",
    act: payAfterDecline,
    ends: paid,
  },
  authentication("the bank asks for the holder, who answers", paid, (stage) => stage.answerBank("complete")),
  authentication("the bank asks for the holder, who fails", payable, (stage) => stage.answerBank("fail")),
  {
    name: "the bank asks for the holder, and its answer is lost",
    card: "asking",
    faults: [{ kind: "timeout_after", method: "POST", path: confirms }],
    act: pay,
    ends: payable,
  },
  authentication("the bank asks for the holder, who does not answer", payable, (stage) => stage.anHourLater()),
  authentication("the invoice is withdrawn while the bank waits for the holder", ["void"], async (stage) => {
    await stage.withdraw();
    await stage.answerBank("complete");
  }),
  {
    name: "the webhook arrives before the provider's response",
    faults: lostCharge,
    act: pay,
    after: (stage) => stage.deliverEvents((events) => events),
    unswept: true,
    ends: paid,
  },
  {
    name: "webhooks arrive late, after a sweep has settled it",
    act: pay,
    after: async (stage) => {
      await stage.anHourLater();
      await stage.deliverEvents((events) => events);
    },
    ends: paid,
  },
  {
    name: "webhooks arrive twice",
    act: pay,
    after: (stage) => stage.deliverEvents((events) => [...events, ...events]),
    ends: paid,
  },
  {
    name: "webhooks arrive in reverse order",
    card: "own",
    act: payAfterDecline,
    after: (stage) => stage.deliverEvents((events) => events.toReversed()),
    ends: paid,
  },
  {
    name: "webhooks are forged or replayed",
    act: (stage) => stage.forgeEvents(),
    ends: payable,
  },
  {
    name: "five clicks at once",
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
    faults: lostCharge,
    act: pay,
    after: (stage) => stage.deliverEvents((events) => events.toReversed()),
    ends: paid,
  },
  {
    name: "it is refunded at once, before its payment is recorded",
    faults: lostCharge,
    act: pay,
    after: (stage) => stage.refundAtProvider(),
    ends: ["refunded"],
  },
  {
    name: "killed after the call to the provider, before the payment's id is recorded",
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
    name: "an abandoned attempt is charged after a newer one has paid",
    act: async (stage) => {
      await stage.pay();
      await stage.chargeAbandonedAttempts();
    },
    ends: paid,
  },
];
