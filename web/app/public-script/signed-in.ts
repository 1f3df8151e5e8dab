import { readText, storedFields, writeStored, writeText } from "../browser-storage.ts";
import { takeReturn } from "../return-to.ts";
import { deviceKey, firstPageOf, type SignInAnswer, sessionKey, storedFrom, type Who } from "../stored-session.ts";
import { hookOf, withHook } from "./hooks.ts";

/* Signing in: stores the response as this browser's session, and opens the member's pages. */
const signIn = withHook("form", "signIn");

/** The device token from the last sign-in, which is sent with the next one (decision 49). */
function showDevice() {
  for (const field of document.querySelectorAll<HTMLInputElement>(`${signIn} [name="device_token"]`))
    field.value = readText("local", deviceKey) ?? "";
}
document.addEventListener("form-drawn", showDevice);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", showDevice);
else showDevice();

/** An account with two-step sign-in asks for its code: its field appears, and is sent from now on. */
document.addEventListener("refused", (event) => {
  const form = event.target;
  if (!(event instanceof CustomEvent) || !(form instanceof Element) || hookOf(form, "form") !== "signIn") return;
  const part = form.querySelector<HTMLElement>(withHook("secondStep"));
  const field = part?.querySelector("input");
  if (!part || !field || !event.detail.otp) return;
  part.hidden = false;
  field.disabled = false;
  field.value = "";
  field.focus();
});

document.addEventListener("answered", (event) => {
  const form = event.target;
  if (!(event instanceof CustomEvent) || !(form instanceof Element) || hookOf(form, "form") !== "signIn") return;
  // The server checks its responses against the contract.
  const answer: SignInAnswer & { result: { role: Who } } = event.detail;
  const { role, email } = answer.result;
  writeStored("local", sessionKey, storedFrom(role, answer, Date.now()));
  // Storage is full or blocked.
  if (storedFields("local", sessionKey)["access_token"] !== answer.access_token) {
    event.detail.failed = "Please allow this site to store data, and log in again.";
    return;
  }
  event.preventDefault();
  if (answer.device_token) writeText("local", deviceKey, answer.device_token);
  // Replaced, so that Back does not lead to the form.
  location.replace(takeReturn(email) ?? firstPageOf(role));
});
