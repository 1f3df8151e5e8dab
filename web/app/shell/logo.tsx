import { product } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import classes from "./header.module.css";

/** The plumb bob, and the name. */
export function Logo({ to }: { to: string }) {
  return (
    <Link className={classes.logo} to={to} aria-label={`${product}, home`}>
      <svg viewBox="0 0 24 28" width="24" height="28" fill="none" aria-hidden="true">
        <path d="M12 0v13" stroke="#B07D2B" strokeWidth="1.6" />
        <path d="M6.5 13h11l1.5 4-7 11-7-11z" fill="currentColor" />
      </svg>
      {product}
    </Link>
  );
}
