import type { AppContext } from "../context.ts";
import { readFailure } from "./failure.ts";

type ServerWatch = {
  /** Connects and signs in without sending anything; throws when the server cannot be used. */
  verify(): Promise<unknown>;
  log: AppContext["log"];
  onUnavailable(reason: string): Promise<void>;
  /** Called before `resume`, to make the waiting e-mails due. */
  onAvailable(): Promise<void>;
  resume(): void;
};

/**
 * Tracks whether the mail server is available. After an attempt without a reply the server is checked; if it fails, no
 * e-mail is tried until a check succeeds. The delay between checks is a twentieth of the outage so far, so that e-mails
 * leave within seconds of a short outage; it is longer after a wrong password, which could lock the account.
 */
export function watchServer({ verify, log, onUnavailable, onAvailable, resume }: ServerWatch) {
  let unavailableSince: number | null = null;
  let checking = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    if (checking || closed) return;
    checking = true;
    const failure = await verify().then(() => null, readFailure);
    checking = false;
    if (closed) return;
    try {
      if (failure) {
        const { unauthorised, reason, status } = failure;
        if (unavailableSince === null) log.error({ status, reason }, "the mail server cannot be used; e-mails wait");
        unavailableSince ??= Date.now();
        scheduleCheck(unauthorised);
        await onUnavailable(reason);
      } else if (unavailableSince !== null) {
        await onAvailable();
        unavailableSince = null;
        resume();
        log.info("the mail server is back");
      }
    } catch (error) {
      log.error({ err: error }, "what waits for the mail server could not be looked through");
      scheduleCheck(false);
    }
  }

  function scheduleCheck(unauthorised: boolean): void {
    const [minimum, maximum] = unauthorised ? [10, 300] : [1, 60];
    const seconds = Math.min(Math.max((Date.now() - (unavailableSince ?? 0)) / 20_000, minimum), maximum);
    clearTimeout(timer);
    if (!closed) timer = setTimeout(check, seconds * 1000).unref();
  }

  return {
    isUnavailable: () => unavailableSince !== null,
    /** Reports a failed attempt. With `unauthorised` the cause is known, so no check is made now. */
    reportUnreachable(unauthorised: boolean): void {
      if (unavailableSince !== null || closed) return;
      if (!unauthorised) return void check();
      unavailableSince = Date.now();
      log.error("the mail server refuses our user name or password; e-mails wait");
      scheduleCheck(true);
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
