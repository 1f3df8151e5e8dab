import { useNavigation } from "react-router";
import classes from "./navigation-progress.module.css";

/**
 * A line along the top of the window while the next page's data or script is on its way, for the time in which the page
 * before it stays. Its style sheet keeps it invisible for the first moments, so that a quick page shows nothing.
 */
export function NavigationProgress() {
  const { state, location } = useNavigation();
  if (state === "idle") return null;
  // Another link pressed meanwhile starts it again.
  return <div key={location.key} className={classes.line} role="progressbar" aria-label="Loading the page" />;
}
