import { fileURLToPath } from "node:url";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import { publicPrices } from "@plumbline/contract/membership/rules.ts";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { isUnavailable } from "../database/errors.ts";
import { unsubscribePage } from "../features/notifications/unsubscribe.ts";
import { publishedView } from "../features/prices/view.ts";
import { readMonths } from "../features/reports/transparency.ts";
import { visitorForms } from "../features/support/forms.ts";
import { limitBySource } from "../http/limits.ts";
import { mountWeb } from "./web.ts";

export const buildDirectory = fileURLToPath(new URL("../../web/build", import.meta.url));
/** The origins of the card provider's script, API and challenge frames. */
const providerOrigins = [
  "https://js.stripe.com",
  "https://*.js.stripe.com",
  "https://api.stripe.com",
  "https://hooks.stripe.com",
];

/** Mounts the pages with their content, for the server and for tests in a browser. */
export function mountPages(app: FastifyInstance, context: AppContext, { development = false } = {}): Promise<void> {
  const content = context.content.visitors;
  const forms = visitorForms(context);
  const links = unsubscribePage(context);
  const limit = limitBySource(context, { name: "posted forms", max: 10, seconds: 60 });
  const { contentUrl, contentEmbedded, contentImageHosts } = context.settings;
  return mountWeb(app, {
    buildDirectory,
    development,
    loadContext: () => ({
      content,
      forms,
      unsubscribing: links,
      transparency: () => readMonths(context),
      terms: async () =>
        publishedView(await context.moneyTerms.book(context.db), dayInLondon(context.clock.now()), null),
      // Without the database the pages are shown all the same.
      prices: async () => publicPrices(await context.planCatalogue().catch(() => null)),
      site: context.settings.publicUrl,
    }),
    beforeForm: (request, reply) =>
      limit(request, reply).catch((error) => {
        // The form itself needs the database as well, and gives back what was typed when it is not there.
        if (!isUnavailable(error)) throw error;
      }),
    onChange: context.siteTexts.onChange,
    onFailure: (error) => context.telemetry.report(error, { route: "/*" }),
    forms: ["/contact", "/newsletter", "/unsubscribe/:token"],
    // From another machine the card sandbox's frames are served below our own URL.
    frames: ["https://www.openstreetmap.org", ...(context.cards.settings.sandboxIsOurs ? ["'self'"] : [])],
    pictures: [
      ...(contentUrl && !contentEmbedded ? [new URL(contentUrl).origin] : []),
      ...contentImageHosts.map((host) => `https://${host}`),
    ],
    cards: context.cards.settings.sandboxUrl ? [context.cards.settings.sandboxUrl] : providerOrigins,
  });
}
