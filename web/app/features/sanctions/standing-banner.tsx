import { appealPath, type Standing, standingLabels } from "@plumbline/contract/sanctions/rules.ts";
import { useLocation } from "react-router";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import classes from "./standing-banner.module.css";

/** Says on every page of a restricted or suspended member what that means, and where to read why. */
export default function StandingBanner({ standing }: { standing: Exclude<Standing, "open"> }) {
  const { pathname } = useLocation();
  // The page itself says it.
  if (pathname === appealPath) return null;
  return (
    <div className={`wrap ${classes.banner}`}>
      <Banner
        tone={standing === "suspended" ? "bad" : "wait"}
        title={`Your account is ${standingLabels[standing].toLowerCase()}`}
        action={
          <ButtonLink variant="line" to={appealPath}>
            Read why, or appeal
          </ButtonLink>
        }
      >
        You cannot start anything new for now. What runs goes on.
      </Banner>
    </div>
  );
}
