import { copyOwnData } from "@plumbline/contract/closure/contract.ts";
import { copyHas } from "@plumbline/contract/closure/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import { saveFile } from "../../save-file.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import classes from "../accounts/apart.module.css";

/** A member's copy of their data, and the way to leave (G-53, G-55). */
export function YourData() {
  return (
    <section aria-labelledby="your-data" className={classes.apart}>
      <h2 id="your-data">Your data</h2>
      <p>{copyHas}</p>
      <div className={classes.buttons}>
        <DownloadData />
        <ButtonLink variant="quiet" to="/close-account">
          Close my account
        </ButtonLink>
      </div>
    </section>
  );
}

export const DownloadData = () => (
  <ActionButton variant="line" onPress={() => saveFile(copyOwnData, {}, `${product.toLowerCase()}-my-data.json`)}>
    Download my data
  </ActionButton>
);
