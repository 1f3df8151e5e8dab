import { TabLinks } from "../../ui/tab-links.tsx";

const tabs = [
  { to: "/notifications", text: "All notifications" },
  { to: "/notifications/preferences", text: "What reaches you" },
];

/** The notifications, and the preferences for them (decision 51). */
export function NotificationTabs({ current }: { current: (typeof tabs)[number]["to"] }) {
  return <TabLinks label="Notifications" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />;
}
