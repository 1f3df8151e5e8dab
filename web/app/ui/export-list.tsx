import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { type ExportFormat, exportFormats } from "@plumbline/contract/exports.ts";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { asFailure, type Failure } from "../failure.ts";
import { filtersIn, places } from "../list-filters.ts";
import { type ExportProgress, saveExport } from "../save-export.ts";
import { TextButton } from "./button.tsx";
import classes from "./export-list.module.css";
import { FailureNotice } from "./failure.tsx";

type State = { format: ExportFormat; progress: ExportProgress; done: boolean };

/**
 * Takes a list of the back office away as a file, as the page's address filters it. While it comes it says how much has come, and can be stopped.
 */
export function ExportList({ of: list }: { of: Declaration }) {
  const [search] = useSearchParams();
  const [state, setState] = useState<State | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef<AbortController | null>(null);
  const start = async (format: ExportFormat) => {
    const stopping = new AbortController();
    running.current = stopping;
    setFailure(null);
    const show = (progress: ExportProgress, done = false) => setState({ format, progress, done });
    show({ bytes: 0, rows: 0 });
    const { query } = list;
    const taken = Object.entries(query ? filtersIn({ ...list, query }, search) : {});
    // The file has all pages.
    const filters = taken.flatMap(([name, value]) => (places.includes(name) ? [] : [[name, String(value)] as const]));
    try {
      show(
        await saveExport(list, format, Object.fromEntries(filters), { onProgress: show, signal: stopping.signal }),
        true,
      );
    } catch (error) {
      setState(null);
      if (!stopping.signal.aborted) setFailure(asFailure(error));
    } finally {
      running.current = null;
    }
  };
  return (
    <>
      <div className={classes.export}>
        {state && !state.done ? (
          <>
            <span role="status">Downloading: {amountOf(state.progress)}</span>
            <TextButton onClick={() => running.current?.abort()}>Cancel</TextButton>
          </>
        ) : (
          <>
            {exportFormats.map((format) => (
              <TextButton key={format} onClick={() => void start(format)}>
                Download {format.toUpperCase()}
              </TextButton>
            ))}
            {state && <span role="status">Saved {amountOf(state.progress)}.</span>}
          </>
        )}
      </div>
      <FailureNotice failure={failure} />
    </>
  );
}

/** "1,204 rows, 0.3 MB". */
function amountOf({ bytes, rows }: ExportProgress): string {
  const size = bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${rows.toLocaleString("en-GB")} ${rows === 1 ? "row" : "rows"}, ${size}`;
}
