import type { Earnings } from "@plumbline/contract/earnings/contract.ts";
import { Link } from "react-router";
import { Money } from "../../ui/money.tsx";
import classes from "./earnings.module.css";
import { nextMoney } from "./next-money.ts";

/** The advisor's money in two lines, for their home page. */
export function EarningsGlance({ earnings }: { earnings: Earnings }) {
  const next = nextMoney(earnings);
  return (
    <div className={classes.glance}>
      <h2>Your earnings</h2>
      <Money pounds={earnings.total.on_its_way} big />
      <p className="small">on its way to your bank{next && `: ${next}`}</p>
      <Link to="/earnings">See your earnings</Link>
    </div>
  );
}
