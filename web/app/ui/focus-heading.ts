/** Gives the page's heading the focus, so that it is read and Tab goes on from there, unless the page has it already. */
export function focusHeading() {
  const main = document.querySelector("main");
  const heading = main?.querySelector("h1");
  if (!heading || main?.contains(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
