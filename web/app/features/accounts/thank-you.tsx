import { texts } from "@plumbline/contract/accounts/rules.ts";
import { redirectDelay } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { Page } from "../../ui/page.tsx";
import look from "./apply.module.css";

/** After an application: thanks, and home after two seconds (row A-05). Shown in place of the form by shell/forms.js. */
export function ThankYou({ id }: { id: string }) {
  return (
    <div id={id} data-stay={redirectDelay} hidden>
      <Page title="Thank you" width="form">
        <div className={look.intro}>
          <p role="status">{texts.thankYou}</p>
          <p>
            <Link to="/">Go to the home page</Link>
          </p>
        </div>
      </Page>
    </div>
  );
}
