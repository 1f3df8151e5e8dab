import { applicationId } from "../application-id.ts";
import { hookOf, withHook } from "./hooks.ts";

/** Loads the application of a page that is hydrated for members only, from its template (root.tsx). */
export function hydrate() {
  const application = document.getElementById(applicationId);
  if (!(application instanceof HTMLTemplateElement)) return;
  // The application expects links to its style sheets where the server has inlined them.
  for (const sheet of document.querySelectorAll(`style${withHook("sheet")}`)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.setAttribute("href", hookOf(sheet, "sheet") ?? "");
    link.onload = () => sheet.remove();
    sheet.before(link);
  }
  // Scripts in a template do not run: copies of them do, in this order.
  for (const each of application.content.querySelectorAll("link, script"))
    document.body.append(document.importNode(each, true));
}
