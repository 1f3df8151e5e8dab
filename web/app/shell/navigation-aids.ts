import { usePageFocus } from "./page-focus.ts";
import { useWayBack } from "./way-back.ts";

/** What helps from page to page. No page needs it to be drawn. */
export default function NavigationAids() {
  usePageFocus();
  useWayBack();
  return null;
}
