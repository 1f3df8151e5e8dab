import type { ReactNode } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import classes from "./mock-ups.module.css";

/** A mock-up of a future screen, marked as such. */
export function Preview({ title, sentence, children }: { title: string; sentence: string; children: ReactNode }) {
  return (
    <Page title={title} sentence={sentence}>
      <Banner tone="wait" title="This is a preview">
        It shows sample data. Nothing you do here is sent, booked or kept.
      </Banner>
      <div className={classes.columns}>{children}</div>
    </Page>
  );
}
