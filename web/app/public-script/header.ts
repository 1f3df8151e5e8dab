import { hookOf } from "./hooks.ts";

/*
 * The header: one menu open at a time, closed by Escape and by a click elsewhere; the drawer where the browser does not
 * support command buttons.
 */
const menus = "details[name='header-menu']";
const drawer = () => {
  const found = document.getElementById("drawer");
  return found instanceof HTMLDialogElement ? found : null;
};

document.addEventListener("click", ({ target }) => {
  const pressed = target instanceof Element ? target : null;
  const menu = pressed?.closest(menus);
  for (const open of document.querySelectorAll(`${menus}[open]`)) if (open !== menu) open.removeAttribute("open");
  if (target instanceof HTMLDialogElement) target.close();
  const hydrated = hookOf(document.documentElement, "hydrated") !== undefined;
  if (hydrated || "commandForElement" in HTMLButtonElement.prototype) return;
  if (pressed?.closest("[command='show-modal']") && !drawer()?.open) drawer()?.showModal();
  if (pressed?.closest("[command='close']")) drawer()?.close();
});
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector(`${menus}[open]`);
  if (!menu) return;
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
});
matchMedia("(min-width: 61.9375em)").addEventListener("change", () => drawer()?.close());
