import { beginTwoStep, confirmTwoStep } from "@plumbline/contract/accounts/two-step.ts";
import { TOTP } from "otpauth";
import { makeMember, type Person } from "../demo/people.ts";
import type { TestServer } from "./plumbline.ts";

type Server = Pick<TestServer, "context" | "call">;
const password = "correct horse battery";

/** A member whose app has a secret that is not confirmed; `code` is what the app shows, `later` half minutes from now. */
export async function withSecret(server: Server, person?: Person) {
  const who = person ?? (await makeMember(server.context, "customer", { password }));
  const { body } = await server.call(beginTwoStep, { body: { current_password: password } }, who.token);
  const totp = new TOTP({ secret: body.secret });
  const now = () => server.context.clock.now().getTime();
  return { person: who, code: (later = 0) => totp.generate({ timestamp: now() + later * 30_000 }) };
}

/** The same with two-step sign-in turned on; `used` is the code that did so, whatever the app shows by now. */
export async function withTwoSteps(server: Server, person?: Person) {
  const begun = await withSecret(server, person);
  const used = begun.code();
  const { body } = await server.call(confirmTwoStep, { body: { otp: used } }, begun.person.token);
  return { ...begun, used, recoveryCodes: body.recovery_codes };
}
