import { TabLinks } from "../../ui/tab-links.tsx";

const tabs = [
  { to: "/billing", text: "Billing" },
  { to: "/spending", text: "Spending" },
  { to: "/invoices", text: "Invoices" },
];

/** The pages of a customer's money. */
export function BillingTabs({ current }: { current: (typeof tabs)[number]["to"] }) {
  return <TabLinks label="Your money" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />;
}
