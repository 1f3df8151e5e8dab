import type { House } from "../house.ts";
import { readFailure } from "./mail-failure.ts";

type Watch = {
  /** Asks the server without sending anything; throws when it is not there. */
  verify(): Promise<unknown>;
  log: House["log"];
  whenGone(reason: string): Promise<void>;
  /** What waited is made due, then tried. */
  whenBack(): Promise<void>;
  resume(): void;
};

/**
 * Whether the mail server is there. An attempt that got no reply makes it suspect; one that does not answer then is gone,
 * and nothing is tried until it answers again. It is asked after a twentieth of the time it has been gone for, so that
 * what waits leaves within seconds of a short outage; after a wrong password more rarely, lest it lock us out.
 */
export function watchServer({ verify, log, whenGone, whenBack, resume }: Watch) {
  let goneSince: number | null = null;
  let asking = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<void> {
    if (asking || closed) return;
    asking = true;
    const failure = await verify().then(() => null, readFailure);
    asking = false;
    if (closed) return;
    try {
      if (failure) {
        const { unauthorised, reason, status } = failure;
        if (goneSince === null) log.error({ status, reason }, "the mail server cannot be used; e-mails wait");
        goneSince ??= Date.now();
        askLater(unauthorised);
        await whenGone(reason);
      } else if (goneSince !== null) {
        await whenBack();
        goneSince = null;
        resume();
        log.info("the mail server is back");
      }
    } catch (error) {
      log.error({ err: error }, "what waits for the mail server could not be looked through");
      askLater(false);
    }
  }

  function askLater(unauthorised: boolean): void {
    const [least, most] = unauthorised ? [10, 300] : [1, 60];
    const seconds = Math.min(Math.max((Date.now() - (goneSince ?? 0)) / 20_000, least), most);
    clearTimeout(timer);
    if (!closed) timer = setTimeout(ask, seconds * 1000).unref();
  }

  return {
    isGone: () => goneSince !== null,
    /** Something went unanswered. `unauthorised`: the server has said why, and need not be asked now. */
    suspect(unauthorised: boolean): void {
      if (goneSince !== null || closed) return;
      if (!unauthorised) return void ask();
      goneSince = Date.now();
      log.error("the mail server refuses our user name or password; e-mails wait");
      askLater(true);
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
