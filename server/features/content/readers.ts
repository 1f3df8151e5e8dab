import { createHmac } from "node:crypto";
import { join } from "node:path";
import { type ContentReader, pageIds } from "@plumbline/contract/content/shapes.ts";
import type { House } from "../../house.ts";
import type { FeatureCounter } from "../../platform/metrics.ts";
import { folderOfCopies } from "./kept-copies.ts";
import type { ContentFailure } from "./last-good.ts";
import { contentReader } from "./reader.ts";

/** Opens members-only bodies in the embedded content service; every process of an installation derives the same one. */
export function contentKeyOf(house: Pick<House, "secret">): string {
  return createHmac("sha256", house.secret).update("members' content").digest("base64url");
}

type Readers = { visitors: ContentReader; members: ContentReader; failures: Record<ContentFailure, number> };
const opened = new WeakMap<House["database"], Readers>();

/** The content service as visitors and as members read it; one of each per house, so that all share their copies. */
export function contentOf(house: House): Readers {
  const known = opened.get(house.database);
  if (known) return known;
  const { contentUrl, contentEmbedded, contentImageHosts, contentRedirectHosts, dataDirectory } = house.settings;
  const failures: Readers["failures"] = { unreachable: 0, refused: 0, nonsense: 0 };
  const service = {
    url: contentUrl as string,
    clock: house.clock,
    embedded: contentEmbedded,
    pictureHosts: contentImageHosts,
    redirectHosts: contentRedirectHosts,
    // What we answer ourselves is there after a restart anyway.
    store: contentEmbedded ? null : folderOfCopies(join(dataDirectory, "content")),
    ...watched(house, failures),
  };
  const readers = {
    visitors: contentReader(service),
    members: contentReader({ ...service, members: { key: contentEmbedded ? contentKeyOf(house) : null } }),
    failures,
  };
  opened.set(house.database, readers);
  return readers;
}

/** Counts each failure; the log has the first of a row of them, and when the service is back. */
function watched({ log }: House, failures: Readers["failures"]) {
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

/** For /metrics: how often the content service brought nothing, and why. */
export const contentFailures = (house: House): FeatureCounter => ({
  name: "plumbline_content_failures_total",
  help: "Reads of the content service that brought nothing, by reason",
  label: "reason",
  read: () => contentOf(house).failures,
});

/** What public pages read first, so that the first visitor after a start waits for nobody. Never throws. */
export async function warmContent(house: House): Promise<void> {
  const { visitors } = contentOf(house);
  for (const id of Object.values(pageIds)) await visitors.page(id);
  await Promise.all([visitors.posts("insight"), visitors.posts("masterclass"), visitors.categories(), visitors.tags()]);
}
