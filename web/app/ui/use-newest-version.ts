import { useState } from "react";
import { asFailure } from "../failure.ts";

/**
 * Saves what is based on a version. When somebody else has saved another one first, the newest is read and given out to be
 * shown beside what was typed, so that saving again replaces it knowingly. `save` throws the refusal.
 */
export function useNewestVersion<Text extends { version: number }>(loaded: Text, read: () => Promise<Text>) {
  const [newest, setNewest] = useState<Text | null>(null);
  const save = async (send: (version: number) => Promise<unknown>) => {
    try {
      await send((newest ?? loaded).version);
    } catch (error) {
      if (asFailure(error).status === 409) setNewest(await read());
      throw error;
    }
  };
  return { newest, save };
}
