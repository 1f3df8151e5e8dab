import { useSyncExternalStore } from "react";

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");

function subscribe(changed: () => void) {
  const system = systemIsDark();
  const choice = new MutationObserver(changed);
  system.addEventListener("change", changed);
  choice.observe(document.documentElement, { attributeFilter: ["data-appearance"] });
  return () => {
    system.removeEventListener("change", changed);
    choice.disconnect();
  };
}

/**
 * Whether the page is dark, for parts that our style sheets do not reach; it follows the system and the reader's
 * choice.
 */
export const useDark = () =>
  useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset["appearance"] ?? (systemIsDark().matches ? "dark" : "light")) === "dark",
    () => false,
  );
