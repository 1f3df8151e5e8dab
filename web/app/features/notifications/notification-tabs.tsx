import { TabLinks } from "../../ui/tab-links.tsx";

const tabs = [
  { to: "/notifications", text: "All notifications" },
  { to: "/notifications/preferences", text: "What reaches you" },
];

/** What happened, and what a member wants to hear of it (decision 51). */
export function NotificationTabs({ current }: { current: (typeof tabs)[number]["to"] }) {
  return <TabLinks label="Notifications" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />;
}
