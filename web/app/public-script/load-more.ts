import { closest, hookOf } from "./hooks.ts";

/*
 * Load More: the longer list replaces the shorter one, and the focus goes to its first new entry. This fetches the
 * visitors' list: on a member's page the application does it, or the browser until that runs.
 */
document.addEventListener("click", async (event) => {
  const link = closest(event.target, "more");
  const page = document.documentElement;
  const others = hookOf(page, "hydrated") !== undefined || hookOf(page, "role") !== undefined;
  if (!(link instanceof HTMLAnchorElement) || others || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.ariaBusy) return;
  link.ariaBusy = "true";
  try {
    const answer = await fetch(link.href);
    const longer = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("list");
    const shorter = document.getElementById("list");
    if (!answer.ok || !longer || !shorter) throw new Error("There is no list there");
    const before = shorter.querySelectorAll("li > article").length;
    shorter.replaceWith(longer);
    history.replaceState(null, "", link.href);
    longer.querySelectorAll("li > article")[before]?.querySelector("a")?.focus({ preventScroll: true });
  } catch {
    location.assign(link.href);
  }
});
