import { create } from "zustand";

/** Whether a toast was asked for on this page, so that their place is needed (notices.tsx). */
export const useNoticesNeeded = create(() => false);

/** A toast: `notice("Your changes have been saved")`. Forms and members' pages only. */
export function notice(text: string, { bad = false, forMs = 5000 }: { bad?: boolean; forMs?: number } = {}) {
  useNoticesNeeded.setState(true, true);
  import("@mantine/notifications").then(
    ({ notifications }) =>
      notifications.show({
        message: text,
        color: bad ? "clay" : "spruce",
        autoClose: forMs,
        withBorder: true,
        closeButtonProps: { "aria-label": "Close this notice", size: "xl" },
      }),
    (error) => console.warn(error),
  );
}
