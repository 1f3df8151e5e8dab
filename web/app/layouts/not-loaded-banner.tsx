import { useRevalidator } from "react-router";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import classes from "./not-loaded-banner.module.css";

/** Says that a list could not be loaded for what was chosen, and loads it again. */
export function NotLoadedBanner() {
  const { revalidate, state } = useRevalidator();
  return (
    <div className={`wrap ${classes.banner}`} role="alert">
      <Banner
        tone="bad"
        title="What you chose did not load"
        action={
          <Button variant="line" disabled={state !== "idle"} onClick={() => void revalidate()}>
            Try again
          </Button>
        }
      >
        The page still shows what it did before. Try again in a moment.
      </Banner>
    </div>
  );
}
