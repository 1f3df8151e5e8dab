import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import classes from "./shell.module.css";

/** The frame of every page: skip link, header, page and footer. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
