import { closest, hookOf } from "./hooks.ts";

/* The drawn map: clicking it loads the real one, and only then sends a request to another company's server. */
document.addEventListener("click", (event) => {
  const link = closest(event.target, "map");
  if (!link) return;
  event.preventDefault();
  const map = document.createElement("iframe");
  map.src = hookOf(link, "map") ?? "";
  map.title = hookOf(link, "title") ?? "";
  link.replaceWith(map);
  map.focus();
});
