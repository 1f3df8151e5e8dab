import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import type { PublicPrices } from "@plumbline/contract/membership/rules.ts";
import type { OptionalKind, Unsubscribable } from "@plumbline/contract/notifications/rules.ts";
import type { PublishedTerms } from "@plumbline/contract/prices/contract.ts";
import type { TransparencyMonth } from "@plumbline/contract/reports/contract.ts";
import { createContext, RouterContextProvider } from "react-router";
import type { ReadSheet } from "./style-sheets.ts";

/**
 * The outcome of a form: success, or errors to correct; `base` errors concern the whole form, and `status` is the
 * page's status after a server error.
 */
type FormOutcome = { message: string } | { errors: Record<string, string[]>; status?: number };
export type VisitorForms = Record<"contact" | "newsletter", (values: Record<string, string>) => Promise<FormOutcome>>;

type Subscription = { about: Unsubscribable; kinds: OptionalKind[]; on: OptionalKind[] };
/** The actions of an e-mail's unsubscribe link, by its token; null for an invalid link. */
export type UnsubscribeActions = {
  find(token: string): Promise<Subscription | null>;
  stop(token: string): Promise<(Subscription & { turned_off: OptionalKind[] }) | null>;
  takeBack(token: string, kinds: readonly OptionalKind[]): Promise<Subscription | null>;
};

/** What the server provides to every public loader. */
export type Provided = {
  content: ContentReader;
  /** Handles the forms of visitors as posted by the browser itself. */
  forms: VisitorForms;
  unsubscribing: UnsubscribeActions;
  /** What is decided about members, counted by month. */
  transparency: () => Promise<{ months: TransparencyMonth[] }>;
  /** Commission and terms as they hold today. */
  terms: () => Promise<PublishedTerms>;
  /** What a membership costs today. */
  prices: () => Promise<PublicPrices>;
  /** Our own origin, for links that leave the site. */
  site: string;
  /** Reports what a loader or an action has thrown; the server logs it without private text. */
  report: (error: unknown) => void;
  /** Reads a built style sheet by its address; null where there is none. */
  readSheet: ReadSheet;
  /** Per answer, for the Content-Security-Policy. */
  nonce: string | undefined;
};

/** `context.get(contentContext)` in a loader: the content of the public pages. */
export const contentContext = createContext<ContentReader>();
export const formsContext = createContext<VisitorForms>();
export const unsubscribingContext = createContext<UnsubscribeActions>();
export const transparencyContext = createContext<Provided["transparency"]>();
export const termsContext = createContext<Provided["terms"]>();
export const pricesContext = createContext<Provided["prices"]>();
export const siteContext = createContext<string>();
export const reportContext = createContext<(error: unknown) => void>();
export const readSheetContext = createContext<ReadSheet>();
export const nonceContext = createContext<string | undefined>(undefined);

/** Called by the server for each request; exported through the entry so that both sides use the same context keys. */
export function provide({
  content,
  forms,
  unsubscribing,
  transparency,
  terms,
  prices,
  site,
  report,
  readSheet,
  nonce,
}: Provided): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(contentContext, content);
  context.set(formsContext, forms);
  context.set(unsubscribingContext, unsubscribing);
  context.set(transparencyContext, transparency);
  context.set(termsContext, terms);
  context.set(pricesContext, prices);
  context.set(siteContext, site);
  context.set(reportContext, report);
  context.set(readSheetContext, readSheet);
  context.set(nonceContext, nonce);
  return context;
}
