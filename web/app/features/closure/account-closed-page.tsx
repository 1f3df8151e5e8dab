import { formatLong } from "@plumbline/contract/dates.ts";
import { Link, useSearchParams } from "react-router";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { unbroken } from "../../ui/unbroken.tsx";

export const meta = () => titled("Your account is closed");

/** The page that members see once they have closed their account. */
export default function AccountClosedPage() {
  const on = useSearchParams()[0].get("on") ?? "";
  const isDay = /^\d{4}-\d\d-\d\d$/.test(on) && !Number.isNaN(Date.parse(on));
  return (
    <Page title="Your account is closed" sentence="Thank you for having been with us." width="reading">
      <p>
        {unbroken(isDay ? `On ${formatLong(on)} we erase your data.` : "In thirty days we erase your data.")} We have
        written to you with what that means.
      </p>
      <p>
        Have you changed your mind? <Link to="/contact">Write to us</Link> before that day, and we open the account
        again.
      </p>
    </Page>
  );
}
