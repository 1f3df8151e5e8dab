import { Notifications } from "@mantine/notifications";

/** The toasts themselves. */
export default function OpenedNotices() {
  return <Notifications position="bottom-right" />;
}
