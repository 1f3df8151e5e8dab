import { create } from "zustand";
import { asFailure, failureLines } from "../failure.ts";

/** Whether a toast was asked for on this page, so that their place is needed (notices.tsx). */
export const useNoticesNeeded = create(() => false);

/**
 * A toast: `notice("Your changes have been saved")`. Forms and members' pages only. `once` names one that is not repeated
 * while it is shown.
 */
export function notice(
  text: string,
  { bad = false, forMs = 5000, once }: { bad?: boolean; forMs?: number; once?: string } = {},
) {
  useNoticesNeeded.setState(true, true);
  import("@mantine/notifications").then(
    ({ notifications }) =>
      notifications.show({
        ...(once && { id: once }),
        message: text,
        color: bad ? "clay" : "spruce",
        autoClose: forMs,
        withBorder: true,
        closeButtonProps: { "aria-label": "Close this notice", size: "xl" },
      }),
    (error) => console.warn(error),
  );
}

/** The same for a call that failed where the page has no place for it, or not any more. */
export const noticeFailure = (thrown: unknown) => notice(failureLines(asFailure(thrown)).join(" "), { bad: true });
