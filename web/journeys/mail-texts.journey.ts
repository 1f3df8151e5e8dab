import { noProblems } from "./axe.ts";
import { expect, nightly, signIn, test } from "./plumbline.ts";

const staffAddress = "staff@demo.plumbline.test";

test(
  "G-92 G-93 G-96 staff reword an e-mail, look at it, send it to themselves, and the next one that leaves has the words",
  nightly,
  async ({ page, browser, plumbline }) => {
    await signIn(page, plumbline, "staff", staffAddress);
    await page.goto(`${plumbline.url}/back-office/mail-texts`);
    for (const group of ["Applications and accounts", "Invoices", "To the team", "Not worded here"])
      await expect(page.getByText(group, { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await noProblems(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "A new password was asked for" }).click();

    const subject = page.getByRole("textbox", { name: "Subject" });
    await subject.fill("Your way back in, {name}");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("This e-mail has no {name}.")).toBeVisible();
    await subject.fill("Your way back in");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("Your way back in");
    await page.getByRole("button", { name: "Send me a test" }).click();
    await expect(page.getByText(`The example is on its way to ${staffAddress}.`)).toBeVisible();
    await plumbline.linkTo(staffAddress, /^Your way back in$/);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The next e-mail has this wording.")).toBeVisible();
    // The form begins anew, without the button that was pressed.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

    const colleague = await page.context().newPage();
    await colleague.goto(page.url());
    await colleague.getByRole("textbox", { name: "Subject" }).fill("The colleague's words");
    await colleague.getByRole("button", { name: "Save" }).click();
    await expect(colleague.getByText("The next e-mail has this wording.")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/changed this e-mail in the meantime/)).toBeVisible();
    await expect(page.getByRole("region", { name: "Saved in the meantime" })).toContainText("The colleague's words");
    await expect(subject).toHaveValue("Your way back in");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "Saved in the meantime" })).toBeHidden();

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${plumbline.url}/reset-password/customer`);
    await visitor.getByRole("main").getByRole("textbox").first().fill("customer@demo.plumbline.test");
    await visitor.getByRole("main").getByRole("button").first().click();
    await plumbline.linkTo("customer@demo.plumbline.test", /^Your way back in$/, "/create-password");

    await page.getByRole("button", { name: "Restore the original" }).click();
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Reset your password");
  },
);
