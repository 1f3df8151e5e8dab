/**
 * Faults that the suite must notice: each replaces one place of the code, and the tests named with it must fail. `npm
 * run mutants` runs all of them, `npm run mutants -- refund` those whose title, file or tests contain the word.
 */
export type Mutant = {
  /** The behaviour that is broken. */
  title: string;
  file: string;
  /** Must occur exactly once in the file (tools/mutants.test.ts). */
  find: string;
  replace: string;
  tests: readonly string[];
};

const engagements = "server/features/engagements";
const invoices = "server/features/invoices";
const membership = "server/features/membership";

export const mutants: readonly Mutant[] = [
  // Rules
  {
    title: "an engagement starts on the day after its start date",
    file: "contract/engagements/rules.ts",
    find: "startDate <= today",
    replace: "startDate < today",
    tests: ["contract/engagements"],
  },
  {
    title: "a second review may be asked for on one day",
    file: "contract/engagements/rules.ts",
    find: "!reviewed && reviewAskedOn !== today",
    replace: "!reviewed",
    tests: ["contract/engagements"],
  },
  {
    title: "a customer may start what the advisor proposed",
    file: "contract/engagements/rules.ts",
    find: `{ from: "proposed",       action: "reject",         by: ["customer"], `,
    replace: `{ from: "proposed",       action: "reject",         by: ["customer", "advisor"], `,
    tests: ["contract/engagements", `${engagements}/random-walks.test.ts`],
  },
  {
    title: "a sent invoice may be refunded",
    file: "contract/invoices/rules.ts",
    find: `{ action: "refund", by: "staff", from: "completed"`,
    replace: `{ action: "refund", by: "staff", from: "sent"`,
    tests: ["contract/invoices"],
  },
  {
    title: "a dispute that was lost is open again when an old event comes late",
    file: "contract/invoices/rules.ts",
    find: "disputeStates.indexOf(reported) >= disputeStates.indexOf(known)",
    replace: "true",
    tests: ["contract/invoices", `${invoices}/disputes.test.ts`],
  },
  {
    title: "a disputed payment may be refunded besides",
    file: "contract/invoices/rules.ts",
    find: `!(transition.action === "refund" && refundBlockedBy(dispute))`,
    replace: "true",
    tests: ["contract/invoices", `${invoices}/disputes.test.ts`],
  },
  {
    title: "the grace of a failed renewal never ends",
    file: "contract/membership/rules.ts",
    find: "pastDueSince === null || now < graceEnd(pastDueSince)",
    replace: "true",
    tests: ["contract/membership"],
  },
  {
    title: "credit is charged instead of used up",
    file: "contract/membership/rules.ts",
    find: "amount: due - left, date",
    replace: "amount: due, date",
    tests: ["contract/membership"],
  },
  // Money
  {
    title: "half pennies are dropped instead of rounded up",
    file: "contract/money.ts",
    find: "BigInt(quantityHundredths) + 50n",
    replace: "BigInt(quantityHundredths)",
    tests: ["contract/money.test.ts", "contract/invoices"],
  },
  {
    title: "fee and advisor's amount no longer add up",
    file: "contract/money.ts",
    find: "advisorAmount: totalPence - fee",
    replace: "advisorAmount: Math.round((totalPence * (100 - feePercent)) / 100)",
    tests: ["contract/invoices/money.test.ts", "contract/money.test.ts"],
  },
  {
    title: "three decimals are read as if there were two",
    file: "contract/money.ts",
    find: "(?:\\.(\\d{1,2})0*)?$/",
    replace: "(?:\\.(\\d{1,2})\\d*)?$/",
    tests: ["contract/money.test.ts"],
  },
  // Permissions
  {
    title: "any role may call what is for one role",
    file: "contract/endpoint.ts",
    find: `caller === "member" ? role !== "staff" : caller === role`,
    replace: "true",
    tests: ["server/http/permissions.test.ts"],
  },
  {
    title: "an ended session goes on",
    file: "server/auth/members.ts",
    find: "expiresAt > now && ",
    replace: "",
    tests: ["server/features/accounts"],
  },
  {
    title: "a suspended member stays signed in",
    file: "server/auth/members.ts",
    find: ` && state === "active"`,
    replace: "",
    tests: ["server/features/accounts", "server/http/permissions.test.ts"],
  },
  {
    title: "anybody may speak for AnyCable",
    file: "server/anycable/rpc.ts",
    find: `if (!equalInConstantTime(headers.authorization ?? "", expected))`,
    replace: "if (expected === null)",
    tests: ["server/anycable"],
  },
  {
    title: "a socket at AnyCable outlives its session",
    file: "server/anycable/ended-sessions.ts",
    find: "if (valid.has(sessionId)) continue;",
    replace: "if (valid.size >= 0) continue;",
    tests: ["server/anycable"],
  },
  {
    title: "a file's address never expires",
    file: "server/files/addresses.ts",
    find: "!signed || !(Number(until) > context.clock.now().getTime() / 1000)",
    replace: "!signed",
    tests: ["server/files"],
  },
  {
    title: "a file's address needs no signature",
    file: "server/files/addresses.ts",
    find: "!signed || !(Number(until)",
    replace: "!(Number(until)",
    tests: ["server/files"],
  },
  {
    title: "one advisor's payout state serves another",
    file: "server/features/payouts/oauth-state.ts",
    find: "id === memberId && context",
    replace: "context",
    tests: ["server/features/payouts"],
  },
  {
    title: "what is uploaded for one purpose may be attached for another",
    file: "server/features/files/actions.ts",
    find: "file.ownerId === ownerId && file.purpose === purpose",
    replace: "file.ownerId === ownerId",
    tests: ["server/features/messages/messages.test.ts", "server/features/files", `${engagements}/proposals.test.ts`],
  },
  {
    title: "another member's upload may be attached",
    file: "server/features/files/actions.ts",
    find: "file.ownerId === ownerId && file.purpose === purpose",
    replace: "file.purpose === purpose",
    tests: ["server/features/messages/messages.test.ts", `${engagements}/proposals.test.ts`],
  },
  // Conditional writes
  {
    title: "an engagement is moved though somebody else has moved it since",
    file: `${engagements}/store.ts`,
    find: 'eq(engagements.status, placeholder("statusRead")),',
    replace: "",
    tests: [`${engagements}/random-walks.test.ts`, `${engagements}/engagements.test.ts`],
  },
  {
    title: "a proposal is written over a newer version",
    file: `${engagements}/store.ts`,
    find: 'eq(engagements.version, placeholder("versionRead")),',
    replace: "",
    tests: [
      "server/failures/conditional-writes.test.ts",
      `${engagements}/random-walks.test.ts`,
      `${engagements}/proposals.test.ts`,
    ],
  },
  {
    title: "an invoice moves from any status",
    file: `${invoices}/store.ts`,
    find: 'arrayParameter("from", "text")',
    replace: "sql`array[invoices.status]`",
    tests: [`${invoices}/random-walks.test.ts`, `${invoices}/paying.test.ts`],
  },
  {
    title: "a sent invoice may be deleted",
    file: `${invoices}/store.ts`,
    find: `and(eq(invoices.id, id), eq(invoices.status, "draft"))`,
    replace: "eq(invoices.id, id)",
    tests: [
      "server/failures/conditional-writes.test.ts",
      `${invoices}/random-walks.test.ts`,
      `${invoices}/invoices.test.ts`,
    ],
  },
  {
    title: "a payment that is settled is settled again",
    file: `${invoices}/payment-store.ts`,
    find: 'arrayParameter("from", "text")',
    replace: "sql`array[payments.status]`",
    tests: [
      "server/failures/conditional-writes.test.ts",
      `${invoices}/random-walks.test.ts`,
      `${invoices}/paying.test.ts`,
      "server/failures/payments.test.ts",
    ],
  },
  {
    title: "a profile is written over a newer one",
    file: "server/features/profiles/store.ts",
    find: "and(eq(profiles.memberId, memberId), eq(profiles.version, version))",
    replace: "eq(profiles.memberId, memberId)",
    tests: ["server/features/profiles/profiles.test.ts"],
  },
  // Money that moves
  {
    title: "the charge of a second payment is kept",
    file: `${invoices}/settling.ts`,
    find: `if (outcome === "surplus") await`,
    replace: "if (false) await",
    tests: [`${invoices}/paying.test.ts`, "server/failures/payments.test.ts"],
  },
  {
    title: "a payment that is recorded as paid is recorded again",
    file: `${invoices}/settling.ts`,
    find: `current.status === "succeeded" || current.status === "refunded"`,
    replace: "false",
    tests: [`${invoices}/paying.test.ts`, `${invoices}/random-walks.test.ts`],
  },
  {
    title: "a webhook is handled again each time it comes",
    file: "server/cards/webhooks.ts",
    find: "return row?.handledAt != null;",
    replace: "return false;",
    tests: ["server/failures/payments.test.ts", `${invoices}/paying.test.ts`],
  },
  {
    title: "a webhook that failed counts as handled",
    file: "server/cards/webhooks.ts",
    find: "return row?.handledAt != null;",
    replace: "return row !== undefined && row.receivedAt < context.clock.now();",
    tests: ["server/failures/payments.test.ts"],
  },
  {
    title: "a connected account's secret speaks for our own account",
    file: "server/cards/webhooks.ts",
    find: "return connected?.account ? connected : null;",
    replace: "return connected;",
    tests: ["server/cards", "server/features/payouts"],
  },
  {
    title: "two purchases of one member run at once",
    file: `${membership}/store.ts`,
    find: ".values({ memberId, priceId, createdAt: now, heldUntil: leaseEnd })\n    .onConflictDoNothing()",
    replace: '.values({ memberId, priceId, createdAt: now, heldUntil: leaseEnd, outcome: "failed" })',
    tests: [`${membership}/membership.test.ts`, "server/failures/scarce-things.test.ts"],
  },
  // Idempotency
  {
    title: "a slow call commits although another run has taken its key over",
    file: "server/http/idempotency/store.ts",
    find: "oneOrFailure(count())",
    replace: "count()",
    tests: ["server/failures/asking-twice.test.ts"],
  },
  // Outbox
  {
    title: "an event whose handler failed is discarded",
    file: "server/outbox/outbox.ts",
    find: "if (failures.length === 0) delivered",
    replace: "if (failures.length >= 0) delivered",
    tests: ["server/outbox"],
  },
  {
    title: "two processes handle one event",
    file: "server/outbox/outbox.ts",
    find: "(leased_until is null or leased_until < now()",
    replace: "(true",
    tests: ["server/outbox"],
  },
  // Reads by id, whose batches serve several members
  {
    title: "an engagement is found for members who are no party to it",
    file: `${engagements}/store.ts`,
    find: "return party === member.id ? found : null;",
    replace: "return party === undefined ? null : found;",
    tests: [engagements],
  },
  {
    title: "an invoice is shown to other customers",
    file: `${invoices}/store.ts`,
    find: "return sent?.customerId === member.id ? sent : null;",
    replace: "return sent;",
    tests: [invoices],
  },
  {
    title: "a customer reads a draft",
    file: `${invoices}/store.ts`,
    find: `return row?.status === "draft" ? null : row;`,
    replace: "return row;",
    tests: [invoices],
  },
  {
    title: "an object of a joined table without a row is not null",
    file: "server/database/row-mapping.ts",
    find: "if (row[first] === null) result[name] = null;",
    replace: "if (row[first] === undefined) result[name] = null;",
    tests: ["server/database/row-mapping.test.ts"],
  },
  // Lists of everybody's, and copies of them
  {
    title: "an invoice's number is looked for among other words as well",
    file: `${invoices}/staff-store.ts`,
    find: "::int is null or $",
    replace: "::int is null or true or $",
    tests: ["server/features/back-office/staff-lists.test.ts"],
  },
  {
    title: "a match index of another moment of the database is read",
    file: "server/features/matching/index-file.ts",
    find: "if (!(await isKnown(header.id)))",
    replace: "if (false)",
    tests: ["server/features/matching"],
  },

  // The bus
  {
    title: "a connection to NATS that no longer answers is kept",
    file: "server/bus/transports/nats.ts",
    find: "void through.connection.close();",
    replace: "",
    tests: ["server/bus/transports/nats.test.ts"],
  },
  {
    title: "a NATS that lets us publish nothing counts as whole",
    file: "server/bus/transports/nats.ts",
    find: "if (!returned) throw",
    replace: "if (false) throw",
    tests: ["server/bus/transports/nats.test.ts"],
  },
  {
    title: "behind Sentinels the bus stays with the former primary",
    file: "server/bus/transports/redis.ts",
    find: "=== primary) moved();",
    replace: "=== primary) return;",
    tests: ["server/bus/transports/redis.test.ts"],
  },
  {
    title: "a connection to Redis that ended while it asked a Sentinel is not opened again",
    file: "server/bus/transports/redis.ts",
    find: "closed || client.connect()",
    replace: "closed || Promise.resolve()",
    tests: ["server/bus/transports/redis.test.ts"],
  },
  {
    title: "a connection to Redis that hangs while it is opened is waited for",
    file: "server/bus/transports/redis.ts",
    find: "commandTimeout: answerTimeout,",
    replace: "",
    tests: ["server/bus/transports/redis.test.ts"],
  },
  {
    title: "a node of a Redis Cluster that is gone is asked for ever",
    file: "server/bus/transports/redis.ts",
    find: "turn++ % nodes.length",
    replace: "turn % nodes.length",
    tests: ["server/bus/transports/redis.test.ts"],
  },
];
