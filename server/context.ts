import type { FastifyBaseLogger } from "fastify";
import type { AnyCable } from "./anycable/anycable.ts";
import type { Sessions } from "./auth/members.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { Bus } from "./bus/bus.ts";
import type { Cable } from "./cable/cable.ts";
import type { Cards } from "./cards/cards.ts";
import type { Clock } from "./clock.ts";
import type { Database, Db } from "./database/database.ts";
import type { Replicas } from "./database/replicas.ts";
import type { TableChanges } from "./database/table-changes.ts";
import type { ContentReaders } from "./features/content/readers.ts";
import type { PaymentState } from "./features/invoices/payment-store.ts";
import type { Pdfs } from "./features/invoices/pdfs.ts";
import type { MatchIndex } from "./features/matching/match-index.ts";
import type { PlanCatalogue } from "./features/membership/plan-catalogue.ts";
import type { MessageWriter } from "./features/messages/writing-store.ts";
import type { MoneyTermsReader } from "./features/prices/terms-book.ts";
import type { References } from "./features/reference/choices.ts";
import type { SiteTexts } from "./features/site-texts/site-texts.ts";
import type { Delivered } from "./features/site-texts/wording.ts";
import type { FileAddresses } from "./files/address-signing.ts";
import type { Scanner } from "./files/scanner.ts";
import type { Store } from "./files/store.ts";
import type { Limits } from "./http/limits.ts";
import type { SharedReads } from "./http/shared-reads.ts";
import type { Settings } from "./settings.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** Everything that outlives a request, handed to every feature; built once at start (rule 22). */
export type AppContext = Parts & FeatureState;

/** The shared parts, which do not depend on any feature. */
export type Parts = {
  settings: Settings;
  log: FastifyBaseLogger;
  telemetry: Telemetry;
  clock: Clock;
  database: Database;
  /** The database's, a transaction, or a replica's while it answers what may be stale. */
  db: Db;
  /** Null when the settings name none. */
  replicas: Replicas | null;
  /** Announces changes of the tables that are kept in memory. */
  tableChanges: TableChanges;
  bus: Bus;
  sessions: Sessions;
  passwords: Passwords;
  limits: Limits;
  store: Store;
  /** Null when the settings name no virus scanner. */
  scanner: Scanner | null;
  fileAddresses: FileAddresses;
  cards: Cards;
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal;
  cable: Cable;
  /** Null when we hold the sockets ourselves. */
  anycable: AnyCable | null;
  /** What the embedded content service was delivered with; null while another one is used. */
  delivered: Delivered | null;
  /** The installation's signing key: file URLs, the state of a payout authorisation and the like are signed with it. */
  secret: string;
};

/** The per-process state of the features (openFeatures in app.ts). */
export type FeatureState = {
  references: References;
  matchIndex: MatchIndex;
  content: ContentReaders;
  /** What staff have written over the texts of the embedded content service. */
  siteTexts: SiteTexts;
  /** Stores a message in one batch with others that arrive at the same time. */
  writeMessage: MessageWriter;
  pdfs: Pdfs;
  /** The plans as the card provider last named them. */
  planCatalogue: PlanCatalogue;
  /** Commission, payment terms and rates, by the day. */
  moneyTerms: MoneyTermsReader;
  /**
   * The payments and purchase attempts, by id, that this process is completing at the card provider, and what it is
   * reading there.
   */
  inProgress: {
    payments: Map<number, Promise<PaymentState>>;
    purchases: Set<number>;
    reads: SharedReads<unknown>;
  };
};
