import { Notifications } from "@mantine/notifications";

/** The toasts themselves, which cover nothing that has the focus. */
export default function OpenedNotices() {
  return <Notifications position="bottom-right" ref={keepRoom} />;
}

/**
 * While there are toasts, the page ends that much higher, and what has or gets the focus is scrolled to above them
 * (base.css). The library calls this with the place of toasts at each edge.
 */
function keepRoom(place: HTMLDivElement | null) {
  if (place?.dataset["position"] !== "bottom-right") return;
  const watch = new ResizeObserver(() => {
    // With as much above the toasts as there is below them.
    const { top, bottom, height } = place.getBoundingClientRect();
    const room = height && window.innerHeight - top + window.innerHeight - bottom;
    document.documentElement.style.setProperty("--notices", `${room}px`);
    const focused = document.querySelector(":focus-visible");
    if (room > 0 && focused && !place.contains(focused) && isOver(place, focused))
      focused.scrollIntoView({ block: "nearest" });
  });
  watch.observe(place);
  return () => watch.disconnect();
}

function isOver(place: Element, other: Element): boolean {
  const [over, under] = [place.getBoundingClientRect(), other.getBoundingClientRect()];
  return under.bottom > over.top && under.right > over.left;
}
