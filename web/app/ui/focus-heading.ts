/** Gives the page's heading the focus, so that it is read and Tab goes on from there; returns it. */
export function focusHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
