import { createHmac } from "node:crypto";
import { noProblems } from "./axe.ts";
import { expect, nightly, signIn, startWithDemo, test } from "./plumbline.ts";

test(
  "G-16 G-17 where it is required, staff set up two-step sign-in before anything opens, and then see the page that they wanted",
  nightly,
  async ({ page }) => {
    const { plumbline, stop } = await startWithDemo({ STAFF_TWO_STEP: "required" });
    try {
      await signIn(page, plumbline, "staff", "staff@demo.plumbline.test");
      await page.goto(`${plumbline.url}/back-office/applications?q=a`);
      await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
      await expect(page).toHaveURL(`${plumbline.url}/back-office/two-step`);
      await expect(page.getByRole("button", { name: "Find anybody or anything" })).toHaveCount(0);
      await noProblems(page);
      await page.getByLabel("Your password", { exact: true }).fill("plumbline-demo");
      await page.getByRole("button", { name: "Go on" }).click();
      await expect(page.getByRole("img", { name: "QR code of the key below" })).toBeVisible();
      await noProblems(page);
      const key = await page.getByText("Or type the key into the app:").getByRole("code").innerText();
      await page.getByLabel("Code", { exact: true }).fill(codeOf(key.replaceAll(" ", "")));
      await page.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByText("Two-step sign-in is on.")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Two-step sign-in On" })).toBeVisible();
      await noProblems(page);
      const [recoveryCode = ""] = await page.getByRole("listitem").getByRole("code").allInnerTexts();
      await page.getByRole("button", { name: "I have kept them" }).click();
      await expect(page).toHaveURL(`${plumbline.url}/back-office/applications?q=a`);
      await expect(page.getByRole("heading", { name: "Applications" })).toBeVisible();
      // Nothing is left to set up.
      await page.goto(`${plumbline.url}/back-office/two-step`);
      await expect(page).toHaveURL(`${plumbline.url}/back-office`);
      await expect(page.getByRole("link", { name: "Applications" }).first()).toBeVisible();
      // From then on a password alone signs nobody in.
      await page.getByLabel("Your account").click();
      await page.getByRole("button", { name: "Logout" }).click();
      await page.waitForURL((at) => at.pathname === "/sign-in/staff" || at.pathname === "/");
      await page.goto(`${plumbline.url}/sign-in/staff`);
      const main = page.getByRole("main");
      await main.getByRole("textbox", { name: "E-mail" }).fill("staff@demo.plumbline.test");
      await main.getByRole("textbox", { name: "Password" }).fill("plumbline-demo");
      await main.getByRole("button", { name: "Log in" }).click();
      const code = main.getByLabel("Code from your authenticator app, or a recovery code");
      await expect(code).toBeFocused();
      await noProblems(page);
      await code.fill(recoveryCode);
      await main.getByRole("button", { name: "Log in" }).click();
      await expect(page).toHaveURL(`${plumbline.url}/back-office`);
    } finally {
      await stop();
    }
  },
);

test(
  "decision 53 decision 66 with two steps, a new e-mail address and a new password ask for a code",
  nightly,
  async ({ page, plumbline }) => {
    const token = await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
    const send = async (method: string, path: string, body: object) =>
      (
        await fetch(plumbline.url + path, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json();
    const [password, next] = ["plumbline-demo", "another horse battery"];
    const { secret } = await send("POST", "/api/two_step", { current_password: password });
    const { recovery_codes: codes } = await send("POST", "/api/two_step/confirm", { otp: codeOf(secret) });

    await page.goto(`${plumbline.url}/profile/customer`);
    const profile = page.getByRole("region", { name: "Profile" });
    await profile.getByLabel("Email", { exact: true }).fill("moved.customer@demo.plumbline.test");
    await profile.getByLabel("Current password", { exact: true }).fill(password);
    await profile.getByLabel("Address", { exact: true }).fill("1 Dock Street");
    await profile.getByLabel("Postal Code").fill("E1 8JN");
    const code = profile.getByLabel("Code from your authenticator app, or a recovery code");
    await expect(code).toHaveCount(0);
    await profile.getByRole("button", { name: "Save changes" }).click();
    await expect(code).toBeFocused();
    await expect(
      profile.getByText("Please enter the code from your authenticator app, or a recovery code."),
    ).toBeVisible();
    await noProblems(page);
    // It is no part of the draft that the browser keeps.
    await code.fill(codes[0]);
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toContain("moved.customer@demo.plumbline.test");
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(codes[0]);
    await profile.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("The link is on its way to", { exact: false })).toBeVisible();
    await expect(code).toHaveCount(0);

    await page.goto(`${plumbline.url}/profile/customer?section=password`);
    const section = page.getByRole("region", { name: "Manage Password" });
    await section.getByLabel("Current password", { exact: true }).fill(password);
    await section.getByLabel("New password", { exact: true }).fill(next);
    await section.getByLabel("Confirm new password", { exact: true }).fill(next);
    await section.getByRole("button", { name: "Change password" }).click();
    const again = section.getByLabel("Code from your authenticator app, or a recovery code");
    await expect(again).toBeFocused();
    await expect(section.getByText("422", { exact: false })).toHaveCount(0);
    await noProblems(page);
    await again.fill(codes[1]);
    await section.getByRole("button", { name: "Change password" }).click();
    await expect(section.getByText("Your password has been changed.")).toBeVisible();

    // As it was, for the journeys after this one.
    const back = { current_password: next, password, confirmPassword: password, otp: codes[2] };
    await send("PUT", "/api/customers/profile/change_password", back);
    await page.reload();
    await section.getByRole("button", { name: "Turn off" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your password", { exact: true }).fill(password);
    await dialog.getByLabel("Code from your app, or a recovery code").fill(codes[3]);
    // The answer is lost, and the page says all the same what has become of it.
    await page.route("**/api/two_step/off", (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await expect(dialog.getByText("We could not reach the server.", { exact: false })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(section.getByRole("heading", { name: "Two-step sign-in Off" })).toBeVisible();
  },
);

/** What an authenticator app shows now (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(moment).digest();
  const at = (hash.at(-1) as number) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
