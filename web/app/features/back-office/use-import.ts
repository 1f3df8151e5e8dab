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

  const check = async (file: File | undefined) => {
    setChecked(null);
    setProgress(null);
    setFailure(null);
    if (!file) return;
    try {
      const csv = await file.text();
      setChecked({ name: file.name, csv, check: await call(checkImport, { body: { csv } }) });
    } catch (error) {
      const failure = asFailure(error);
      const words = failure.errors["csv"];
      setFailure(words ? new Failure(0, "", words.join(" ")) : failure);
    }
  };

  const start = async ({ csv }: Checked) => {
    stopped.current = false;
    const sum = { made: 0, known: 0, done: false };
    setProgress({ ...sum });
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
  };

  const stop = () => {
    stopped.current = true;
  };

  return { checked, progress, failure, setFailure, check, start, stop };
}
