import type { ReactNode } from "react";
import { Link } from "react-router";
import look from "./back-link.module.css";
import { ArrowLeftIcon } from "./icons.tsx";

/** The way back to where this page belongs; stands above its title. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={look.back} to={to}>
      <ArrowLeftIcon size={16} />
      {children}
    </Link>
  );
}
