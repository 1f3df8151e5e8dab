import { formatPence, formatPounds } from "@plumbline/contract/money.ts";
import classes from "./figures.module.css";

/** An amount, "£1,234.50", from the wire's pounds or from pence. Right-align its cell; `big` for totals. */
export function Money({ big = false, ...amount }: ({ pounds: number } | { pence: number }) & { big?: boolean }) {
  return (
    <span className={big ? `${classes.money} ${classes.big}` : classes.money}>
      {"pence" in amount ? formatPence(amount.pence) : formatPounds(amount.pounds)}
    </span>
  );
}
