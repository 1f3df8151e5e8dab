import { notifications } from "@mantine/notifications";

/** A toast: `notice("Your changes have been saved")`. Forms and members' pages only. */
export function notice(text: string, { bad = false, forMs = 5000 }: { bad?: boolean; forMs?: number } = {}) {
  notifications.show({
    message: text,
    color: bad ? "clay" : "spruce",
    autoClose: forMs,
    withBorder: true,
    closeButtonProps: { "aria-label": "Close this notice" },
  });
}
