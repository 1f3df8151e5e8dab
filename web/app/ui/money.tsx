import { formatPence, formatPounds } from "@plumbline/contract/money.ts";
import look from "./figures.module.css";

/** An amount, "£1,234.50", from the wire's pounds or from pence. Right-align the cell it stands in; `big` for totals. */
export function Money({ big = false, ...amount }: ({ pounds: number } | { pence: number }) & { big?: boolean }) {
  return (
    <span className={big ? `${look.money} ${look.big}` : look.money}>
      {"pence" in amount ? formatPence(amount.pence) : formatPounds(amount.pounds)}
    </span>
  );
}
