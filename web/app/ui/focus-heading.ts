/** Gives the page's heading the focus, so that it is read and Tab goes on from there, unless the page has it already. */
export function focusHeading() {
  const main = document.querySelector("main");
  const heading = main?.querySelector("h1");
  if (!heading || main?.contains(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

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
