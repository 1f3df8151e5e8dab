import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import look from "./shell.module.css";

/** Around every page: the way past the header, the header, the page, the footer. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={look.shell}>
      <a className={look.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={look.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
