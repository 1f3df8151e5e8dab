import { notice } from "../ui/notice.ts";

/** Says why somebody signed in is at their home, and not where they wanted to go. */
export const sayWhy = (email: string) =>
  notice(
    `You are signed in as ${email}, and that page is not for this account. To use a link that was sent to somebody else, or one that sets a password, log out and open it again.`,
    { forMs: 20_000, once: "led-home" },
  );
