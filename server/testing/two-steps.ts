import { beginTwoStep, confirmTwoStep } from "@plumbline/contract/accounts/two-step.ts";
import { TOTP } from "otpauth";
import { makeMember, type Person } from "../demo/people.ts";
import type { TestServer } from "./plumbline.ts";

type Server = Pick<TestServer, "context" | "call">;
const password = "correct horse battery";

/**
 * A member whose app has a secret that is not confirmed; `code` is what the app shows, `later` half minutes from now, and
 * `wrong` what it does not show within the next minutes.
 */
export async function withSecret(server: Server, person?: Person) {
  const who = person ?? (await makeMember(server.context, "customer", { password }));
  const { body } = await server.call(beginTwoStep, { body: { current_password: password } }, who.token);
  const totp = new TOTP({ secret: body.secret });
  const now = () => server.context.clock.now().getTime();
  const code = (later = 0) => totp.generate({ timestamp: now() + later * 30_000 });
  const wrong = () => {
    // The half minute that has just passed counts as well.
    const shown = new Set(Array.from({ length: 12 }, (_none, later) => code(later - 1)));
    for (let guess = 0; ; guess += 1) {
      const typed = String(guess).padStart(6, "0");
      if (!shown.has(typed)) return typed;
    }
  };
  return { person: who, code, wrong };
}

/** The same with two-step sign-in turned on; `used` is the code that did so, whatever the app shows by now. */
export async function withTwoSteps(server: Server, person?: Person) {
  const begun = await withSecret(server, person);
  const used = begun.code();
  const { body } = await server.call(confirmTwoStep, { body: { otp: used } }, begun.person.token);
  return { ...begun, used, recoveryCodes: body.recovery_codes };
}
