import { formatLong, formatMoment } from "@plumbline/contract/dates.ts";
import {
  listOffers,
  type MadeCoupon,
  makePlan,
  type Offers,
  type SoldPlan,
} from "@plumbline/contract/membership/offers.ts";
import { discountInWords } from "@plumbline/contract/membership/rules.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormActions } from "../../ui/form.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import type { Route } from "./+types/offers-page.ts";
import { CouponDialog } from "./coupon-dialog.tsx";
import { EndCouponDialog, EndPlanDialog, PlanDialog, PriceDialog } from "./plan-dialogs.tsx";
import classes from "./settings.module.css";

export const meta = () => titled("Plans and coupons");

export const clientLoader = () => call(listOffers, {});

type Asked =
  | { to: "make-plan" | "make-coupon" }
  | { to: "price" | "end-plan"; plan: SoldPlan }
  | { to: "end-coupon"; coupon: MadeCoupon };

/** What is sold and what takes something off it, with what each has brought (G-82, G-83). */
export default function OffersPage({ loaderData: { plans, coupons, open } }: Route.ComponentProps) {
  const mayWrite = useMay()(makePlan);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Page
      title="Plans and coupons"
      sentence="They are made in the card provider's account and marked as ours; nothing else there is ever offered."
      note={<ReadOnlyNote of={makePlan} />}
    >
      {open.map((change) => (
        <Open key={change.id} change={change} />
      ))}
      {mayWrite && (
        <FormActions>
          <Button aria-haspopup="dialog" onClick={() => setAsked({ to: "make-plan" })}>
            New plan
          </Button>
          <Button variant="line" aria-haspopup="dialog" onClick={() => setAsked({ to: "make-coupon" })}>
            New coupon
          </Button>
        </FormActions>
      )}
      <div className={classes.changes}>
        {plans.length === 0 ? (
          <EmptyState title="No plans yet" text="What members can buy stands here once it is made." />
        ) : (
          <Plans plans={plans} mayWrite={mayWrite} onAsk={setAsked} />
        )}
      </div>
      <div className={classes.changes}>
        {coupons.length === 0 ? (
          <EmptyState title="No coupons yet" text="Codes that take something off stand here once they are made." />
        ) : (
          <Coupons coupons={coupons} mayWrite={mayWrite} onAsk={setAsked} />
        )}
      </div>
      {asked?.to === "make-plan" && <PlanDialog onClose={close} />}
      {asked?.to === "make-coupon" && <CouponDialog onClose={close} />}
      {asked?.to === "price" && <PriceDialog plan={asked.plan} onClose={close} />}
      {asked?.to === "end-plan" && <EndPlanDialog plan={asked.plan} onClose={close} />}
      {asked?.to === "end-coupon" && <EndCouponDialog coupon={asked.coupon} onClose={close} />}
    </Page>
  );
}

function Open({ change: { what, by, at, failure } }: { change: Offers["open"][number] }) {
  return (
    <Banner tone={failure ? "bad" : "wait"} title={what}>
      {by}, {formatMoment(at)}.{" "}
      {failure ?? "The card provider has not confirmed it yet. It is tried again until it does."}
    </Banner>
  );
}

type Ask = { mayWrite: boolean; onAsk: (asked: Asked) => void };

function Plans({ plans, mayWrite, onAsk }: { plans: readonly SoldPlan[] } & Ask) {
  return (
    <DataTable
      caption="Plans"
      rows={plans}
      rowKey={({ price_id: id }) => id}
      columns={[
        {
          title: "Plan",
          cell: ({ name, tag, made_at: at }) => (
            <div>
              {name}
              <div className="small">{unbroken([tag, `since ${formatLong(at)}`].filter(Boolean).join(", "))}</div>
            </div>
          ),
        },
        {
          title: "State",
          phone: "end",
          cell: ({ sold }) => <Badge tone={sold ? "calm" : "quiet"}>{sold ? "Sold" : "Not sold"}</Badge>,
        },
        {
          title: "Price",
          align: "end",
          phone: "bare",
          cell: ({ amount, interval }) => (
            <>
              <Money pounds={amount} /> a {interval}
            </>
          ),
        },
        { title: "Members", align: "end", cell: ({ subscribers }) => subscribers },
        { title: "In 12 months", align: "end", cell: ({ income }) => <Money pounds={income} /> },
        {
          title: "",
          cell: (plan) =>
            mayWrite &&
            plan.sold && (
              <span className={classes.acts}>
                <TextButton
                  aria-haspopup="dialog"
                  aria-label={`New price of ${plan.name}`}
                  onClick={() => onAsk({ to: "price", plan })}
                >
                  New price
                </TextButton>
                <TextButton
                  aria-haspopup="dialog"
                  aria-label={`End ${plan.name}`}
                  onClick={() => onAsk({ to: "end-plan", plan })}
                >
                  End
                </TextButton>
              </span>
            ),
        },
      ]}
    />
  );
}

function Coupons({ coupons, mayWrite, onAsk }: { coupons: readonly MadeCoupon[] } & Ask) {
  return (
    <DataTable
      caption="Coupons"
      rows={coupons}
      rowKey={({ id }) => id}
      columns={[
        { title: "Code", cell: (coupon) => <Code coupon={coupon} /> },
        {
          title: "State",
          phone: "end",
          cell: ({ active }) => <Badge tone={active ? "calm" : "quiet"}>{active ? "Offered" : "Over"}</Badge>,
        },
        {
          title: "Used",
          align: "end",
          phone: "bare",
          cell: ({ redemptions, limit }) =>
            `${redemptions}${limit === null ? "" : ` of ${limit}`} ${(limit ?? redemptions) === 1 ? "time" : "times"}`,
        },
        { title: "Taken off", align: "end", cell: ({ given }) => <Money pounds={given} /> },
        { title: "Brought", align: "end", cell: ({ income }) => <Money pounds={income} /> },
        {
          title: "",
          cell: (coupon) =>
            mayWrite &&
            coupon.active && (
              <TextButton
                aria-haspopup="dialog"
                aria-label={`End ${coupon.code}`}
                onClick={() => onAsk({ to: "end-coupon", coupon })}
              >
                End
              </TextButton>
            ),
        },
      ]}
    />
  );
}

function Code({ coupon: { code, name, month, year, redeem_by: until } }: { coupon: MadeCoupon }) {
  return (
    <div>
      {code}
      <div className="small">
        {name}
        {month && <div>By month: {discountInWords(month)}</div>}
        {year && <div>By year: {discountInWords(year)}</div>}
        {until && <div>{unbroken(`Until ${formatLong(until)}`)}</div>}
      </div>
    </div>
  );
}
