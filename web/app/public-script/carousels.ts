import { closest, hookOf, setHook, withHook } from "./hooks.ts";
import { type ScrollState, scrolledTo } from "./scrolled-to.ts";

/* Carousels: the arrows move a scrollable strip; it advances by itself while nobody uses it and motion is allowed. */
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const advanceInterval = 6_000;

function move(carousel: Element, direction: number) {
  const strip = carousel.querySelector(withHook("strip"));
  const [slide] = strip?.children ?? [];
  if (!strip || !slide) return;
  const step = slide.getBoundingClientRect().width + (Number.parseFloat(getComputedStyle(strip).columnGap) || 0);
  const now: ScrollState = { at: strip.scrollLeft, end: strip.scrollWidth - strip.clientWidth, step };
  strip.scrollTo({ left: scrolledTo(now, direction), behavior: reducedMotion.matches ? "instant" : "smooth" });
}

const rest = (carousel: Element | null) => carousel && setHook(carousel, "carousel", "resting");

document.addEventListener("click", ({ target }) => {
  const button = closest(target, "move");
  const carousel = closest(button, "carousel");
  if (!carousel) return;
  rest(carousel);
  move(carousel, Number(hookOf(button, "move")));
});
document.addEventListener("keydown", (event) => {
  const carousel = closest(closest(event.target, "strip"), "carousel");
  if (!carousel || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
  event.preventDefault();
  rest(carousel);
  move(carousel, event.key === "ArrowLeft" ? -1 : 1);
});
for (const kind of ["pointerdown", "focusin", "wheel"])
  document.addEventListener(kind, ({ target }) => rest(closest(target, "carousel")), { passive: true });
setInterval(() => {
  if (reducedMotion.matches || document.hidden) return;
  for (const carousel of document.querySelectorAll(withHook("carousel", "moving"))) {
    const { top, bottom } = carousel.getBoundingClientRect();
    if (top < innerHeight && bottom > 0 && !carousel.matches(":hover")) move(carousel, 1);
  }
}, advanceInterval);
