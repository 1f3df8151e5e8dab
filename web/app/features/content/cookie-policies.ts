import { redirect } from "react-router";
import { cookiesPath } from "./legal-pages.ts";

/** The correct spelling redirects to the specified one (decision 37). */
export function loader() {
  return redirect(cookiesPath, 301);
}
