import { Modal } from "@mantine/core";
import { focusHeading } from "./focus-heading.ts";

export default Modal;

/** For two seconds, as the page is drawn anew after an action: once nothing has the focus, its heading gets it. */
export function focusHeadingWhenLost() {
  const look = () => {
    if (document.activeElement !== document.body || document.querySelector('[role="dialog"]')) return;
    focusHeading();
    if (document.activeElement !== document.body) changes.disconnect();
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => changes.disconnect(), 2000);
  look();
}
