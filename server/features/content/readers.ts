import { createHmac } from "node:crypto";
import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import type { House } from "../../house.ts";
import { contentReader } from "./reader.ts";

/** Opens members-only bodies in the embedded content service; every process of an installation derives the same one. */
export function contentKeyOf(house: Pick<House, "secret">): string {
  return createHmac("sha256", house.secret).update("members' content").digest("base64url");
}

type Readers = { visitors: ContentReader; members: ContentReader };
const opened = new WeakMap<House["database"], Readers>();

/** The content service as visitors and as members read it; one of each per house, so that all share their copies. */
export function contentOf(house: House): Readers {
  const known = opened.get(house.database);
  if (known) return known;
  const { contentUrl, contentEmbedded } = house.settings;
  const service = { url: contentUrl as string, clock: house.clock, embedded: contentEmbedded };
  const readers = {
    visitors: contentReader(service),
    members: contentReader({ ...service, members: { key: contentEmbedded ? contentKeyOf(house) : null } }),
  };
  opened.set(house.database, readers);
  return readers;
}
