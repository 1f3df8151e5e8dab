import { momentHere } from "../../moment-here.ts";
import classes from "./provider-age.module.css";

/** How old the provider's data on this page is; nothing while the provider has not reported it yet. */
export function ProviderAge({ asOf }: { asOf: string | null }) {
  return (
    <p className={classes.age}>
      {asOf ? `As Stripe told us on ${momentHere(asOf)}.` : "We are still asking Stripe about this."}
    </p>
  );
}
