import { searchMessages as endpoint, type Message } from "@plumbline/contract/messages/contract.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { useLoaded } from "../../ui/use-loaded.ts";

export type Search = { q: string; receiver_id?: number | undefined; files?: "yes" };
type Page = { entries: readonly Message[]; more: boolean };
const nothing: Page = { entries: [], more: false };

async function searchMessages(query: Search & { before?: number | undefined }, signal?: AbortSignal): Promise<Page> {
  return call(endpoint, { query }, signal ? { signal } : {});
}

/** What a search finds, newest first, and `loadMore` for older ones; loads nothing while `search` is null. */
export function useSearch(search: Search | null) {
  const key = search && JSON.stringify(search);
  const first = useLoaded(async (signal) => (search ? searchMessages(search, signal) : nothing), key);
  const [older, setOlder] = useState<Page & { of: string | null }>({ of: null, entries: [], more: false });
  const further = older.of === key ? older : { ...nothing, more: first.data?.more ?? false };
  const entries = [...(first.data?.entries ?? []), ...further.entries];
  return {
    entries,
    more: further.more,
    loaded: first.data !== null,
    failure: first.failure,
    retry: first.retry,
    /** Throws a Failure. */
    loadMore: async () => {
      if (!search) return;
      const page = await searchMessages({ ...search, before: entries.at(-1)?.id });
      setOlder({ of: key, entries: [...further.entries, ...page.entries], more: page.more });
    },
  };
}
