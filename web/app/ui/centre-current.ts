/** Scrolls a row that is wider than the screen to its current entry. */
export function centreCurrent(row: HTMLElement): void {
  const current = row.querySelector("[aria-current]");
  if (!current || row.scrollWidth <= row.clientWidth) return;
  const [whole, part] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  row.scrollLeft += part.left + part.width / 2 - (whole.left + whole.width / 2);
}
