import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { contentOf } from "./features/content/readers.ts";
import { unsubscribing } from "./features/notifications/unsubscribe.ts";
import { visitorForms } from "./features/support/forms.ts";
import type { House } from "./house.ts";
import { limitBySource } from "./platform/limits.ts";
import { mountWeb } from "./platform/web.ts";

export const buildDirectory = fileURLToPath(new URL("../web/build", import.meta.url));
/** Where the card provider's script, calls and challenge frames come from. */
const providerOrigins = [
  "https://js.stripe.com",
  "https://*.js.stripe.com",
  "https://api.stripe.com",
  "https://hooks.stripe.com",
];

/** Mounts the built pages with what they show: for a start, and for tests that look at them in a browser. */
export function mountPages(app: FastifyInstance, house: House, { development = false } = {}): Promise<void> {
  const content = contentOf(house).visitors;
  const forms = visitorForms(house);
  const links = unsubscribing(house);
  const { contentUrl, contentEmbedded, contentImageHosts } = house.settings;
  return mountWeb(app, {
    buildDirectory,
    development,
    loadContext: () => ({ content, forms, unsubscribing: links, site: house.settings.publicUrl }),
    beforeForm: limitBySource(house, { name: "posted forms", most: 10, seconds: 60 }),
    forms: ["/contact", "/newsletter", "/unsubscribe/:token"],
    // Seen from another machine the card sandbox's frames lie below our own address.
    frames: ["https://www.openstreetmap.org", ...(house.cards.settings.sandboxIsOurs ? ["'self'"] : [])],
    pictures: [
      ...(contentUrl && !contentEmbedded ? [new URL(contentUrl).origin] : []),
      ...contentImageHosts.map((host) => `https://${host}`),
    ],
    cards: house.cards.settings.sandboxUrl ? [house.cards.settings.sandboxUrl] : providerOrigins,
  });
}
