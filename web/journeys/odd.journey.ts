import type { Page } from "@playwright/test";
import { filledWith, pathsBelow, type Role, samplesFor } from "./pages.ts";
import { expect, nightly, signIn, test } from "./plumbline.ts";

// What other versions, other programs and mistyped addresses leave behind: no page may fail for ever over it.

type Person = { role: Role; email: string; layouts: string[] };
const people: Person[] = [
  { role: "customer", email: "customer@demo.plumbline.test", layouts: ["members", "customers"] },
  { role: "advisor", email: "advisor@demo.plumbline.test", layouts: ["members", "advisors"] },
  { role: "staff", email: "staff@demo.plumbline.test", layouts: ["staff"] },
];

/** Fields of what pages keep, and of what is in it. */
const names = [
  ..."owner path at forms drafts pending looking_as projectId rows days version sent request details terms".split(" "),
  ..."name theme description start_date end_date files collaborators agreement customer_id payment_type".split(" "),
  ..."payment_cost payment_span text body answer words parts outcome until message reason rating grounds".split(" "),
  ..."fee_per_hour head_line expertise_area_ids country_id city_id address postcode phone_number email".split(" "),
  ..."title link role raising_investment newsletter_subscribed next_steps act send_at banner by_email".split(" "),
];
const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
/** What is no object at all is in the table of stored-shapes.test.ts. */
const kept: Record<string, unknown> = {
  numbers: all(5),
  lists: all([null, {}, 5]),
  objects: all({ 1: {}, a: [{}] }),
  within: { details: all({}), terms: all([]), rows: [all({})], drafts: { 1: all({}) }, pending: { 1: [all({})] } },
  texts: { ...all("text"), details: all("text"), terms: all("text"), rows: [all("text")], projectId: 1 },
};

/** Waits until a page is there, and returns its heading; null for one that did not load. */
async function headingOf(page: Page): Promise<string | null> {
  const heading = page.getByRole("main").getByRole("heading", { level: 1 });
  await expect(heading).toHaveCount(1);
  const text = await heading.innerText();
  return text.includes("did not load") ? null : text;
}

for (const { role, email, layouts } of people)
  test(
    `H-12 whatever the browser has kept under the names of the ${role} pages' things, they open`,
    nightly,
    async ({ page, plumbline }) => {
      test.setTimeout(600_000);
      const samples = await samplesFor(plumbline, role, await signIn(page, plumbline, role, email));
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
      await page.addInitScript(
        ({ owner, values }) => {
          const { getItem } = Storage.prototype;
          Storage.prototype.getItem = function (key) {
            const value = values[location.hash.slice(1)];
            // The router keeps scroll positions there as well.
            if (value === undefined || !/^plumbline(?!\.session)/.test(key)) return getItem.call(this, key);
            const mine = { owner, path: location.pathname, at: Date.now() };
            return JSON.stringify(typeof value === "object" && !Array.isArray(value) ? { ...value, ...mine } : value);
          };
        },
        { owner: email, values: kept },
      );
      for (const path of pathsBelow(layouts)) {
        const filled = filledWith(samples, path);
        for (const name of filled === undefined ? [] : Object.keys(kept)) {
          // Otherwise it would be another place of the same page.
          await page.goto("about:blank");
          await page.goto(`${plumbline.url}/${filled}#${name}`);
          if (!(await headingOf(page))) problems.push(`/${path} of ${name}`);
        }
      }
      expect(problems).toEqual([]);
    },
  );

const parameters = ["0", "-1", "1e9", "abc", "%00", "2147483648", "9".repeat(20), "%F0%9F%98%80", "%FF", "..%2F1"];
/** Of these anything but an advisor's is a customer's (row A-06), or the page is the reader's own. */
const anyRole = /^(approval|reset-password|status)\/:role$/;
const nothing = [
  "There is nothing at this address",
  "We could not read this address",
  "This link is not (known|complete)",
  "This profile is not shown",
];

for (const { role, email, layouts } of [{ role: null, email: "", layouts: ["public", "open", "visitors"] }, ...people])
  test(
    `H-12 whatever stands for a parameter in an address, ${role ?? "a visitor"} is told that there is nothing`,
    nightly,
    async ({ page, plumbline }) => {
      test.setTimeout(600_000);
      if (role) await signIn(page, plumbline, role, email);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.message}`));
      for (const path of pathsBelow(layouts).filter((each) => each.includes(":")))
        for (const parameter of parameters) {
          await page.goto(`${plumbline.url}/${path.replace(/:\w+/, parameter)}`);
          if (anyRole.test(path)) expect(await headingOf(page), `/${path} of ${parameter}`).not.toBeNull();
          else
            await expect(page.getByRole("main"), `/${path} of ${parameter}`).toContainText(
              new RegExp(nothing.join("|")),
            );
        }
      expect(errors).toEqual([]);
    },
  );
