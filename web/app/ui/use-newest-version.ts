import { useState } from "react";
import { asFailure } from "../failure.ts";

/**
 * Saves what is based on a version. When somebody else has saved another one first, the newest is read and given out to be
 * shown beside what was typed, so that saving again replaces it knowingly. `save` returns the answer or throws the refusal.
 */
export function useNewestVersion<Text extends { version: number }>(
  loaded: { version: number },
  read: () => Promise<Text>,
) {
  const [newest, setNewest] = useState<Text | null>(null);
  const save = async <Saved>(send: (version: number) => Promise<Saved>): Promise<Saved> => {
    try {
      const saved = await send((newest ?? loaded).version);
      setNewest(null);
      return saved;
    } catch (error) {
      if (asFailure(error).status === 409) setNewest(await read());
      throw error;
    }
  };
  return { newest, save };
}
