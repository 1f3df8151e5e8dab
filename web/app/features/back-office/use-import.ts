import { checkImport, type ImportCheck, importMembers } from "@plumbline/contract/back-office/import.ts";
import { useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, Failure } from "../../failure.ts";

type Checked = { name: string; csv: string; check: ImportCheck };
export type Progress = { made: number; known: number; done: boolean };

/** Checks a CSV of members, then imports its good lines part after part, until all are done or somebody stops it. */
export function useImport() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stopped = useRef(false);
  const chosen = useRef<File>(undefined);

  const check = async (file: File | undefined) => {
    chosen.current = file;
    setChecked(null);
    setProgress(null);
    setFailure(null);
    if (!file) return;
    try {
      const csv = await file.text();
      const found = await call(checkImport, { body: { csv } });
      // Another file may have been chosen meanwhile.
      if (chosen.current === file) setChecked({ name: file.name, csv, check: found });
    } catch (error) {
      if (chosen.current !== file) return;
      const failure = asFailure(error);
      const words = failure.errors["csv"];
      setFailure(words ? new Failure(0, "", words.join(" ")) : failure);
    }
  };

  const start = async ({ csv }: Checked) => {
    stopped.current = false;
    setFailure(null);
    const sum = { made: 0, known: 0, done: false };
    setProgress({ ...sum });
    try {
      for (let after: number | null = 0; after !== null && !stopped.current; ) {
        const part: { made: number; known: number; next: number | null } = await call(importMembers, {
          body: { csv, after },
        });
        after = part.next;
        sum.made += part.made;
        sum.known += part.known;
        setProgress({ ...sum });
      }
      setProgress({ ...sum, done: true });
    } catch (error) {
      // It can be started again: whom it has made already is known by then.
      setProgress(null);
      setFailure(asFailure(error));
    }
  };

  const stop = () => {
    stopped.current = true;
  };

  return { checked, progress, failure, check, start, stop };
}
