import { searchMessages as endpoint, type Message } from "@plumbline/contract/messages/contract.ts";
import { useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { useLoaded } from "../../ui/use-loaded.ts";

export type Search = { q: string; receiver_id?: number | undefined; files?: "yes" };
type Page = { entries: readonly Message[]; more: boolean };
type Older = Page & { failure: Failure | null; of: Page | null };
const nothing: Page = { entries: [], more: false };
const none = { ...nothing, failure: null };

async function searchMessages(query: Search & { before?: number | undefined }, signal?: AbortSignal): Promise<Page> {
  return call(endpoint, { query }, signal ? { signal } : {});
}

/** What a search finds, newest first, and `loadMore` for older ones; loads nothing while `search` is null. */
export function useSearch(search: Search | null) {
  const { data, failure, retry } = useLoaded(
    async (signal) => (search ? searchMessages(search, signal) : nothing),
    search && JSON.stringify(search),
  );
  // Those that follow on one loading of the first ones: what was said since would be missing between others.
  const [older, setOlder] = useState<Older>({ ...none, of: null });
  const latest = useRef(data);
  latest.current = data;
  const further = older.of === data ? older : { ...none, more: data?.more ?? false };
  // Another search may have found something meanwhile.
  const show = (page: Omit<Older, "of">) => latest.current === data && setOlder({ ...page, of: data });
  const entries = [...(data?.entries ?? []), ...further.entries];
  return {
    entries,
    more: further.more,
    loaded: data !== null,
    failure,
    retry,
    /** Why older ones did not load. */
    olderFailure: further.failure,
    loadMore: async () => {
      if (!search) return;
      show({ ...further, failure: null });
      try {
        const page = await searchMessages({ ...search, before: entries.at(-1)?.id });
        show({ entries: [...further.entries, ...page.entries], more: page.more, failure: null });
      } catch (error) {
        show({ ...further, failure: asFailure(error) });
      }
    },
  };
}
