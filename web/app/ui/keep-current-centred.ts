/** Scrolls a row that is wider than the screen to its current entry. */
function centreCurrent(row: HTMLElement): void {
  const current = row.querySelector("[aria-current]");
  if (!current || row.scrollWidth <= row.clientWidth) return;
  const [whole, part] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  row.scrollLeft += part.left + part.width / 2 - (whole.left + whole.width / 2);
}

/** Keeps the current entry of a row in view, also as entries grow: with a count, or as their font arrives. */
export function keepCurrentCentred(row: HTMLElement): ResizeObserver {
  // Called once the browser has laid the page out and before it draws it: asking for places earlier would make it do so twice.
  const observer = new ResizeObserver(() => centreCurrent(row));
  for (const element of [row, ...row.children]) observer.observe(element);
  return observer;
}
