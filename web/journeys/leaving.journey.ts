import { readFile } from "node:fs/promises";
import { copyHas } from "@plumbline/contract/closure/rules.ts";
import { noProblems } from "./axe.ts";
import { expect, logIn, nightly, signInByForm, test } from "./plumbline.ts";

const email = "megan.howells@demo.plumbline.test";

test(
  "G-53 G-54 G-55 a member takes their data along and leaves; staff see it and open the account again",
  nightly,
  async ({ page, plumbline }) => {
    await signInByForm(page, plumbline, "advisor", email);
    await page.goto(`${plumbline.url}/edit-profile/advisor?section=password`);
    await expect(page.getByText(copyHas)).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const copy = JSON.parse(await readFile(await (await download).path(), "utf8"));
    expect(copy.members[0].email).toBe(email);

    await page.getByRole("link", { name: "Close my account" }).click();
    await expect(page.getByRole("heading", { name: "Close your account", level: 1 })).toBeVisible();
    await noProblems(page);
    await page.getByRole("button", { name: "Close my account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Your password" }).fill("not the password");
    await dialog.getByRole("button", { name: "Close my account" }).click();
    await expect(dialog.getByText("is not right")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Your password" }).fill("plumbline-demo");
    await dialog.getByLabel("Why are you leaving?").fill("I retire.");
    await dialog.getByRole("button", { name: "Close my account" }).click();
    await expect(page.getByRole("heading", { name: "Your account is closed" })).toBeVisible();
    await noProblems(page);
    await page.goto(`${plumbline.url}/sign-in/advisor`);
    await logIn(page, email);
    await expect(page.getByText("This account is closed.")).toBeVisible();

    await signInByForm(page, plumbline, "staff", "staff@demo.plumbline.test");
    await page.goto(`${plumbline.url}/back-office/members?state=closed`);
    const reads: string[] = [];
    page.on("request", (request) => /\/closure$/.test(request.url()) && reads.push(request.method()));
    await page.getByRole("link", { name: "Megan Howells" }).click();
    await expect(page.getByText("“I retire.”")).toBeVisible();
    await noProblems(page);
    await page.getByRole("button", { name: "Open the account again" }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("She rang: she stays.");
    // The banner and the dialog share one read.
    expect(reads).toEqual(["GET"]);
    await page.getByRole("dialog").getByRole("button", { name: "Open the account" }).click();
    await expect(page.getByText("The account is open again.")).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await signInByForm(page, plumbline, "advisor", email);
  },
);
