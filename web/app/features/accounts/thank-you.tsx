import { texts } from "@plumbline/contract/accounts/rules.ts";
import { Link } from "react-router";
import { Page } from "../../ui/page.tsx";
import classes from "./apply.module.css";

/**
 * After an application: thanks, and home after two seconds (row A-05). The public script shows it in place of the form.
 */
export function ThankYou() {
  return (
    <div data-thanks hidden>
      <Page title="Thank you" width="form">
        <div className={classes.intro}>
          <p role="status">{texts.thankYou}</p>
          <p>
            <Link to="/">Go to the home page</Link>
          </p>
        </div>
      </Page>
    </div>
  );
}
