import { expect, type Page } from "@playwright/test";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { createProject, listProjects } from "@plumbline/contract/engagements/contract.ts";
import { type Plumbline, tokenOf } from "./plumbline.ts";
import { seenAt } from "./waiting.ts";

// What a person does on the forms of the main path, by their labels.

/** Opens a list and chooses an entry. */
export async function choose(page: Page, label: string, ...entries: string[]): Promise<void> {
  const field = page
    .getByRole("main")
    .getByRole("combobox", { name: label, exact: true })
    .or(page.getByRole("main").getByRole("textbox", { name: label, exact: true }));
  for (const entry of entries) {
    // The options of the browser's own select are not visible; it is filled when the reference data has arrived.
    if (await field.first().evaluate((element) => element instanceof HTMLSelectElement)) {
      await field.first().selectOption({ label: entry });
      continue;
    }
    await field.first().click();
    if (await field.first().isEditable()) await field.first().fill(entry);
    // Not by its place: the list moves while it finds room below or above its field.
    await page.getByRole("option", { name: entry, exact: true }).dispatchEvent("click");
  }
  await page.keyboard.press("Escape");
}

export async function applyAsCustomer(page: Page, { url }: Plumbline, email: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("banner").getByRole("link", { name: "Apply", exact: true }).click();
  await page.getByRole("link", { name: "Apply as a Business Member" }).click();
  await page.getByLabel("First Name").fill("Clara");
  await page.getByLabel("Last Name").fill("Whitcombe");
  await page.getByLabel("Email Address").fill(email);
  await choose(page, "Job Title", "Founder");
  await page.getByLabel("Company Name").fill("Whitcombe Cider");
  await choose(page, "Country", "United Kingdom");
  await choose(page, "HQ City", "Hereford");
  await choose(page, "Industry", "Agriculture and food");
  await choose(page, "Company Employees", "11–50 people");
  await choose(page, "Investment Raised or Annual Revenue", "£1m to £5m raised");
  await choose(page, "Annual Revenue", "£1m to £5m");
  await applyAndGoHome(page);
}

export async function applyAsAdvisor(page: Page, { url }: Plumbline, email: string): Promise<void> {
  await page.goto(`${url}/apply`);
  await page.getByRole("link", { name: "Apply as an Advisor" }).click();
  await page.getByLabel("First Name").fill("Ambrose");
  await page.getByLabel("Last Name").fill("Tilley");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("LinkedIn").fill("linkedin.example/in/ambrose-tilley");
  await page.getByRole("radio", { name: "Yes" }).check();
  await choose(page, "What describes you best?", "Former executive");
  await page.getByLabel("Previous experience").fill("Twenty years in drinks, the last eight as a managing director.");
  for (const [at, name] of ["Ann Lee", "Bo Grey", "Cy Moss"].entries())
    await page.getByLabel(`Name of advisor ${at + 1}`).fill(name);
  await applyAndGoHome(page);
}

/** Row A-05: thanks at once, and home two seconds later. */
async function applyAndGoHome(page: Page): Promise<void> {
  const thanked = seenAt(page, "Thank you for applying");
  await page.getByRole("button", { name: "Apply", exact: true }).dblclick();
  await page.waitForURL((at) => at.pathname === "/");
  expect(Date.now() - (await thanked)).toBeGreaterThan(1500);
}

export async function createPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create password" }).click();
}

/** Types a card into the provider's frames. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.frameLocator('iframe[title="Secure card number input frame"]').getByRole("textbox").fill(number);
  await page.frameLocator('iframe[title="Secure expiration date input frame"]').getByRole("textbox").fill("12 / 30");
  await page.frameLocator('iframe[title="Secure CVC input frame"]').getByRole("textbox").fill("123");
}

/** The body of the next POST to a path of ours, as sent (decision 47). */
export async function posted(page: Page, path: string): Promise<unknown> {
  const request = await page.waitForRequest(
    (each) => each.method() === "POST" && new URL(each.url()).pathname === path,
  );
  return request.postDataJSON();
}

/**
 * Where the form is not what a journey shows: an advisor of the demo proposes by the day, from a week ahead, to a customer
 * whom they have worked for. Costs are pounds. Returns the engagement's id.
 */
export async function propose(
  plumbline: Plumbline,
  advisor: string,
  customer: string,
  terms: { name: string; payment_cost: number; payment_span: number },
): Promise<number> {
  const token = await tokenOf(plumbline, "advisor", advisor);
  const call = { headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } };
  const at = plumbline.url + createProject.path;
  const projects = listProjects.output.parse(await (await fetch(at, call)).json());
  const known = projects.find((each) => each.customer.profile.name === customer);
  const today = dayInLondon(new Date());
  const body = JSON.stringify({
    ...terms,
    description: "Find out what customers would pay, and ask them for it.",
    customer_id: known?.customer_id,
    theme: known?.theme,
    start_date: addDays(today, 7),
    end_date: addDays(today, 14),
    payment_type: "daily",
  });
  const answer = await fetch(at, { ...call, method: "POST", body });
  expect(answer.status).toBe(201);
  return createProject.output.parse(await answer.json()).id;
}
