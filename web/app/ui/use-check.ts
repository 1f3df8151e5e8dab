import { useCallback, useEffect, useRef } from "react";
import type { z } from "zod";
import { unreachable } from "../failure.ts";
import { whenIdle } from "./when-idle.ts";

/**
 * Checks values against a schema of the contract. Neither the schema nor the library is part of a page's first load: both are
 * fetched once the page is drawn, and awaited by whoever checks before they are there (ADR-027).
 */
export function useCheck<S extends z.ZodType>(load: () => Promise<S>) {
  const latest = useRef(load);
  const loading = useRef<ReturnType<typeof checkWith<S>> | null>(null);
  const ready = useCallback(() => {
    loading.current ??= checkWith(latest.current).catch(() => {
      loading.current = null;
      throw unreachable();
    });
    return loading.current;
  }, []);
  useEffect(() => whenIdle(() => void ready().catch(() => {})), [ready]);
  return ready;
}

// zod compiles schemas with eval where it may; our policy forbids it, and already the attempt, made with the first schema, is
// reported as a violation. So this stands before the library is loaded, under the name where it keeps its settings.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function checkWith<S extends z.ZodType>(load: () => Promise<S>) {
  const [{ check }, schema] = await Promise.all([import("./check.ts"), load()]);
  return (values: unknown) => check(schema, values);
}
