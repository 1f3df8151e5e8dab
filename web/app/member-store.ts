import { create } from "zustand";
import { onSessionChange } from "./session.ts";

/**
 * State of a signed-in member that several parts of the page share: a zustand store that is emptied when another member
 * signs in, or nobody is signed in. It is empty on the server and during hydration.
 */
export function memberStore<T extends object>(empty: T) {
  const store = create<T>(() => empty);
  onSessionChange((now, before) => {
    if (now?.accessToken !== before?.accessToken) store.setState(empty, true);
  });
  return store;
}
