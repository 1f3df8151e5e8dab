import { notifications } from "@mantine/notifications";

/** A toast for what just happened: `notice("Your changes have been saved")`. Form and member pages only. */
export function notice(text: string, { bad = false, forMs = 5000 }: { bad?: boolean; forMs?: number } = {}) {
  notifications.show({
    message: text,
    color: bad ? "clay" : "spruce",
    autoClose: forMs,
    withBorder: true,
    closeButtonProps: { "aria-label": "Close this notice" },
  });
}
