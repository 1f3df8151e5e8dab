import { mostAddresses } from "@plumbline/contract/files/rules.ts";
import { useEffect, useSyncExternalStore } from "react";
import { call } from "./call.ts";

// The address of a file opens it for five minutes, and a page may stay open for hours: the newest address of each file is
// kept here, and a new one is asked for before a link runs out, or when a picture does not load.

/** A link is renewed at this age, in milliseconds: well before the end, which comes after four minutes at the earliest. */
const oldAge = 150_000;
const looksEvery = 30_000;
const lasts = 300_000;

type Known = { address: string; issuedAt: number };
const newest = new Map<number, Known>();
const watchers = new Set<() => void>();
/** Files that a link on the page names, and how many links do. */
const linked = new Map<number, number>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The file that an address names; null for an address that is no signed one, which never runs out. */
export function fileIn(address: string): { id: number; until: number } | null {
  const [, id, until] = /^\/files\/(\d+)\/[^?]*\?until=(\d+)&/.exec(address) ?? [];
  return id && until ? { id: Number(id), until: Number(until) } : null;
}

/** The newest address known of the file that `address` names. */
export function newestOf(address: string): string {
  const file = fileIn(address);
  if (!file) return address;
  const known = newest.get(file.id);
  const issuedAt = Math.min(Date.now(), file.until * 1000 - lasts);
  if (known && known.issuedAt >= issuedAt) return known.address;
  newest.set(file.id, { address, issuedAt });
  return address;
}

const isOld = (id: number) => Date.now() - (newest.get(id)?.issuedAt ?? 0) > oldAge;

let asking: Promise<void> | null = null;
const asked = new Set<number>();

/** Asks for new addresses; those who ask at the same moment share one call. A file that is not answered keeps its address. */
export function renew(ids: Iterable<number>): Promise<void> {
  for (const id of ids) asked.add(id);
  asking ??= Promise.resolve().then(async () => {
    const all = [...asked];
    asked.clear();
    asking = null;
    // Every page with a portrait brings this file; the declaration brings the schemas.
    const { readFileAddresses } = await import("@plumbline/contract/files/contract.ts");
    for (let at = 0; at < all.length; at += mostAddresses) {
      const query = { ids: all.slice(at, at + mostAddresses).join() };
      for (const { id, file } of await call(readFileAddresses, { query }))
        newest.set(id, { address: file, issuedAt: Date.now() });
    }
    for (const watch of watchers) watch();
  });
  return asking;
}

function renewOld() {
  if (document.hidden) return;
  const old = [...linked.keys()].filter(isOld);
  // Without a connection there is another look, and the press of a link.
  if (old.length > 0) renew(old).catch(() => {});
}

function follow(id: number): () => void {
  linked.set(id, (linked.get(id) ?? 0) + 1);
  if (!timer) {
    timer = setInterval(renewOld, looksEvery);
    document.addEventListener("visibilitychange", renewOld);
  }
  if (isOld(id)) renewOld();
  return () => {
    const left = (linked.get(id) ?? 1) - 1;
    if (left > 0) linked.set(id, left);
    else linked.delete(id);
    if (linked.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", renewOld);
  };
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** For a link to a file: an address that is renewed while the page is open, and what to do when one is pressed too late. */
export function useFileLink(address: string) {
  const href = useSyncExternalStore(
    watch,
    () => newestOf(address),
    () => address,
  );
  const id = fileIn(address)?.id;
  useEffect(() => (id === undefined ? undefined : follow(id)), [id]);
  const onClick = (event: { preventDefault(): void }) => {
    if (id === undefined || !isOld(id)) return;
    event.preventDefault();
    const open = () => void window.open(newestOf(address), "_blank", "noopener");
    // What cannot be renewed shows by itself why.
    renew([id]).then(open, open);
  };
  return { href, onClick };
}
