import { createHmac } from "node:crypto";
import { join } from "node:path";
import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { present } from "@plumbline/contract/present.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../clock.ts";
import type { Settings } from "../../settings.ts";
import { openCacheFolder } from "./cache-folder.ts";
import { contentReader, type RefreshedReader } from "./reader.ts";
import type { ContentFailure } from "./response-cache.ts";

/**
 * The key for members-only bodies of the embedded content service; every process of an installation derives the same
 * one.
 */
export function contentKeyOf(context: { secret: string }): string {
  return createHmac("sha256", context.secret).update("members' content").digest("base64url");
}

/** The content service as visitors and as members read it, and its failures since the start. */
export type ContentReaders = {
  visitors: RefreshedReader;
  members: RefreshedReader;
  failures: Record<ContentFailure, number>;
};
type Dependencies = { settings: Settings; clock: Clock; secret: string; log: FastifyBaseLogger };

/** Called once per process, so that all readers share a cache. */
export function openContent(context: Dependencies): ContentReaders {
  const { contentUrl, contentEmbedded, contentImageHosts, contentRedirectHosts, dataDirectory } = context.settings;
  const failures: ContentReaders["failures"] = { unreachable: 0, refused: 0, nonsense: 0 };
  const service = {
    url: present(contentUrl, "CONTENT_URL"),
    clock: context.clock,
    embedded: contentEmbedded,
    pictureHosts: contentImageHosts,
    redirectHosts: contentRedirectHosts,
    // The embedded service is always there, also right after a restart.
    store: contentEmbedded ? null : openCacheFolder(join(dataDirectory, "content"), context.clock),
    ...observers(context, failures),
  };
  return {
    visitors: contentReader(service),
    members: contentReader({ ...service, members: { key: contentEmbedded ? contentKeyOf(context) : null } }),
    failures,
  };
}

/** Counts each failure; logs the first of a series, and the recovery. */
function observers({ log }: Dependencies, failures: ContentReaders["failures"]) {
  let failing = false;
  return {
    onFailure: (address: string, failure: ContentFailure) => {
      failures[failure] += 1;
      if (!failing)
        log.warn(
          { address, failure },
          "the content service fails; pages show the last good copies where there are any",
        );
      failing = true;
    },
    onAnswer: () => {
      if (failing) log.warn("the content service answers again");
      failing = false;
    },
  };
}

/** The metric of the content service's failures, by reason. */
export const contentFailures = (content: ContentReaders) => ({
  name: "plumbline_content_failures_total",
  help: "Reads of the content service that brought nothing, by reason",
  label: "reason",
  read: () => content.failures,
});

/** Reads what pages need first, so that their first readers after a start do not wait. Never throws. */
export async function warmContent({ visitors, members }: ContentReaders): Promise<void> {
  for (const id of Object.values(pageIds)) await visitors.page(id);
  for (const reader of [visitors, members])
    await Promise.all([reader.posts("insight"), reader.posts("masterclass"), reader.categories(), reader.tags()]);
}
