import { type ComponentType, lazy } from "react";

/** In milliseconds. */
const retryDelay = 4000;

/**
 * A component whose script loads after the page. It is tried again until it has loaded: whoever has no network meanwhile, or no
 * server, reads on.
 */
export function loadedLater<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(function attempt(): ReturnType<typeof load> {
    return load().catch(() => new Promise((later) => setTimeout(later, retryDelay)).then(attempt));
  });
}

/**
 * A component that few visits need: its script is not part of the page's first load. It is fetched with the first press
 * of a key or a button, so that it is there when it is opened, also offline.
 */
export function onDemand<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const ahead = () => void load().catch(() => {});
  if (typeof window !== "undefined")
    for (const input of ["pointerdown", "keydown"])
      window.addEventListener(input, ahead, { once: true, passive: true });
  return loadedLater(load);
}
