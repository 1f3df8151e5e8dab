import { TabLinks } from "../../ui/tab-links.tsx";

const tabs = [
  { to: "/invoices", text: "Invoices" },
  { to: "/earnings", text: "Earnings" },
  { to: "/earnings/statements", text: "Statements" },
  { to: "/payouts", text: "Payout account" },
  { to: "/vat", text: "VAT" },
];

/** The pages of an advisor's money. */
export function MoneyTabs({ current }: { current: (typeof tabs)[number]["to"] }) {
  return <TabLinks label="Your money" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />;
}
