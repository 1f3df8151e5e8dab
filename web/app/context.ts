import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import type { OptionalKind, Unsubscribable } from "@plumbline/contract/notifications/rules.ts";
import { createContext, RouterContextProvider } from "react-router";

/** What came of a form: thanks, or what to correct; `base` is about the whole. */
export type FormOutcome = { message: string } | { errors: Record<string, string[]> };
export type VisitorForms = Record<"contact" | "newsletter", (values: Record<string, string>) => Promise<FormOutcome>>;

type Subscription = { about: Unsubscribable; kinds: OptionalKind[]; on: OptionalKind[] };
/** What an e-mail's unsubscribe link may do, by its token; null for a link that is not ours. */
export type Unsubscribing = {
  look(token: string): Promise<Subscription | null>;
  stop(token: string): Promise<(Subscription & { turned_off: OptionalKind[] }) | null>;
  takeBack(token: string, kinds: readonly OptionalKind[]): Promise<Subscription | null>;
};

/** What the server hands to every public loader. */
export type Provided = {
  content: ContentReader;
  /** Takes the forms of visitors, as they come when a browser posts them by itself. */
  forms: VisitorForms;
  unsubscribing: Unsubscribing;
  /** Where people reach us, for addresses that leave the site. */
  site: string;
  /** Takes what a loader or an action has thrown: writing it down is the server's, which keeps private text out of logs. */
  report: (error: unknown) => void;
  /** Per answer, for the Content-Security-Policy. */
  nonce: string | undefined;
};

/** `context.get(contentContext)` in a loader: the copy of the public pages. */
export const contentContext = createContext<ContentReader>();
export const formsContext = createContext<VisitorForms>();
export const unsubscribingContext = createContext<Unsubscribing>();
export const siteContext = createContext<string>();
export const reportContext = createContext<(error: unknown) => void>();
export const nonceContext = createContext<string | undefined>(undefined);

/** Called by the server for each request; exported through the entry so that both sides use the same keys. */
export function provide({ content, forms, unsubscribing, site, report, nonce }: Provided): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(contentContext, content);
  context.set(formsContext, forms);
  context.set(unsubscribingContext, unsubscribing);
  context.set(siteContext, site);
  context.set(reportContext, report);
  context.set(nonceContext, nonce);
  return context;
}
