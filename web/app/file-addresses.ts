import { readFileAddresses } from "@plumbline/contract/files/contract.ts";
import { maxAddresses } from "@plumbline/contract/files/rules.ts";
import { useEffect } from "react";
import { create } from "zustand";
import { call } from "./call.ts";

// A file's address is valid for five minutes, and a page may stay open for hours: the newest address of each file is
// stored here, and a new one is requested before a link expires, or when a picture does not load.

/** A link is renewed at this age, in milliseconds: an address expires after four minutes at the earliest. */
const renewalAge = 150_000;
const checkInterval = 30_000;
const validFor = 300_000;

type Known = { address: string; issuedAt: number };
const newest = new Map<number, Known>();
/** The number of renewals so far; components that show an address read it again when it changes. */
const renewals = create<number>(() => 0);
/** The number of links on the page, by file. */
const linked = new Map<number, number>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The file of a signed address; null for other addresses, which never expire. */
export function fileIn(address: string): { id: number; until: number } | null {
  const [, id, until] = /^\/files\/(\d+)\/[^?]*\?until=(\d+)&/.exec(address) ?? [];
  return id && until ? { id: Number(id), until: Number(until) } : null;
}

/** The newest known address of the file of `address`. */
export function newestOf(address: string): string {
  const file = fileIn(address);
  if (!file) return address;
  const known = newest.get(file.id);
  const issuedAt = Math.min(Date.now(), file.until * 1000 - validFor);
  if (known && known.issuedAt >= issuedAt) return known.address;
  newest.set(file.id, { address, issuedAt });
  return address;
}

const isOld = (id: number) => Date.now() - (newest.get(id)?.issuedAt ?? 0) > renewalAge;

let pending: Promise<void> | null = null;
const asked = new Set<number>();

/**
 * Requests new addresses; simultaneous requests share one call. A file that is missing from the response keeps its
 * address.
 */
export function renew(ids: Iterable<number>): Promise<void> {
  for (const id of ids) asked.add(id);
  pending ??= Promise.resolve().then(async () => {
    const all = [...asked];
    asked.clear();
    pending = null;
    // Every page with a portrait loads this module, so the declaration with its schemas is loaded only when needed.
    for (let at = 0; at < all.length; at += maxAddresses) {
      const query = { ids: all.slice(at, at + maxAddresses).join() };
      for (const { id, file } of await call(readFileAddresses, { query }))
        newest.set(id, { address: file, issuedAt: Date.now() });
    }
    renewals.setState((count) => count + 1, true);
  });
  return pending;
}

function renewOld() {
  if (document.hidden) return;
  const old = [...linked.keys()].filter(isOld);
  // Without a connection it is retried at the next check, or when a link is clicked.
  if (old.length > 0) renew(old).catch(() => {});
}

function follow(id: number): () => void {
  linked.set(id, (linked.get(id) ?? 0) + 1);
  if (!timer) {
    timer = setInterval(renewOld, checkInterval);
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

/**
 * For a link to a file: an address that is renewed while the page is open, and a handler for a click on an expired one.
 */
export function useFileLink(address: string) {
  const href = renewals(() => newestOf(address));
  const id = fileIn(address)?.id;
  useEffect(() => (id === undefined ? undefined : follow(id)), [id]);
  const onClick = (event: { preventDefault(): void }) => {
    if (id === undefined || !isOld(id)) return;
    event.preventDefault();
    const open = () => void window.open(newestOf(address), "_blank", "noopener");
    // An address that cannot be renewed is opened, and its page says why.
    renew([id]).then(open, open);
  };
  return { href, onClick };
}
