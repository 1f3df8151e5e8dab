import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keys, openSandbox } from "./testing.ts";

const require = createRequire(import.meta.url);
const readPackage = (name: string) => readFileSync(require.resolve(name), "utf8");
/** The real @stripe/stripe-js, which finds window.Stripe from the sandbox and adds no script of its own. */
const stripeJs = readFileSync(
  join(dirname(require.resolve("@stripe/stripe-js/package.json")), "dist/index.mjs"),
  "utf8",
);
const axe = readPackage("axe-core/axe.min.js");

let context: Awaited<ReturnType<typeof openSandbox>>;
let shop: Server;
let browser: Browser;
let address: string;

const page = () => `<!doctype html><html lang="en"><head><title>Pay</title>
<script src="${context.sandbox.url}/endive/stripe.js"></script></head>
<body><main><h1>Pay</h1><form id="pay"><label for="number">Card number</label><div id="number"></div><div id="expiry"></div><div id="cvc"></div>
<button>Pay</button></form></main>
<script type="module">
import { loadStripe } from "/stripe-js.mjs";
const stripe = window.stripe = await loadStripe("${keys.publishableKey}");
const elements = window.elements = stripe.elements();
const style = { base: { color: "#16262b", fontSize: "18px" } };
window.changes = [];
window.number = elements.create("cardNumber", { style });
for (const [type, id] of [["cardNumber", "number"], ["cardExpiry", "expiry"], ["cardCvc", "cvc"]]) {
  const element = elements.getElement(type) ?? elements.create(type, { style });
  element.on("change", (event) => window.changes.push(event));
  element.mount("#" + id);
}
document.getElementById("pay").addEventListener("submit", (event) => { event.preventDefault(); window.submitted = true; });
</script></body></html>`;

beforeAll(async () => {
  context = await openSandbox();
  shop = createServer((request, response) => {
    const script = request.url === "/stripe-js.mjs";
    response.writeHead(200, { "content-type": script ? "text/javascript" : "text/html" });
    response.end(script ? stripeJs : page());
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  // Another host name than the sandbox's, so that its frames are of another site, as Stripe's are.
  address = `http://localhost:${(shop.address() as AddressInfo).port}/`;
  // The one that tools/setup.mjs found, or Playwright's own.
  const executablePath = process.env["CHROMIUM"];
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
});

afterAll(async () => {
  await browser.close();
  shop.closeAllConnections();
  shop.close();
  await context.close();
});

async function open(): Promise<Page> {
  const tab = await browser.newPage();
  tab.on("pageerror", (error) => console.error(error));
  tab.setDefaultTimeout(30_000);
  await tab.goto(address);
  await tab.frameLocator('iframe[title="Secure CVC input frame"]').locator('[name="cvc"]').waitFor();
  return tab;
}

const field = (tab: Page, title: string, name: string) =>
  tab.frameLocator(`iframe[title="${title}"]`).locator(`[name="${name}"]`);

async function fill(tab: Page, number: string) {
  await field(tab, "Secure card number input frame", "cardnumber").pressSequentially(number);
  await field(tab, "Secure expiration date input frame", "exp-date").pressSequentially("1231");
  await field(tab, "Secure CVC input frame", "cvc").pressSequentially("123");
}

type Window = {
  changes: { elementType: string; complete: boolean; error?: { code: string; message: string }; brand?: string }[];
  stripe: { [name: string]: (...args: unknown[]) => Promise<Record<string, { [name: string]: never }>> };
  number: object;
  submitted?: boolean;
  result?: Record<string, { status?: string; code?: string }>;
  axe: { run: () => Promise<{ violations: { id: string; nodes: { target: unknown; html: string }[] }[] }> };
};
declare const window: Window;
type FocusNode = { matches(selector: string): boolean };

describe("card fields", () => {
  it("O-03 an unfinished card makes no token and says what is missing", async () => {
    const tab = await open();
    await field(tab, "Secure card number input frame", "cardnumber").pressSequentially("4242");
    const result = await tab.evaluate(() => window.stripe.createToken?.(window.number));
    expect(result).toMatchObject({
      error: { type: "validation_error", code: "incomplete_number", message: "Your card number is incomplete." },
    });
    await field(tab, "Secure expiration date input frame", "exp-date").focus();
    await expect.poll(() => tab.evaluate(() => window.changes.at(-1)?.error?.code)).toBe("incomplete_number");
    await tab.close();
  });

  it("O-03 a number with a wrong check digit is named invalid while typing", async () => {
    const tab = await open();
    await field(tab, "Secure card number input frame", "cardnumber").pressSequentially("4242424242424241");
    await expect.poll(() => tab.evaluate(() => window.changes.at(-1)?.error?.code)).toBe("invalid_number");
    await tab.close();
  });

  it("W-05 the number is grouped, becomes a token, and never passes through the page", async () => {
    const tab = await open();
    const seen: string[] = [];
    tab.on("request", (request) => {
      const inPage = request.frame() === tab.mainFrame();
      if (inPage || request.url().startsWith(address)) seen.push(`${request.url()} ${request.postData() ?? ""}`);
    });
    await fill(tab, "5555555555554444");
    const number = field(tab, "Secure card number input frame", "cardnumber");
    expect(await number.inputValue()).toBe("5555 5555 5555 4444");
    expect(await number.getAttribute("maxlength")).toBe("19");
    const result = await tab.evaluate(() => window.stripe.createToken?.(window.number, { name: "A Holder" }));
    expect(result).toMatchObject({
      token: { object: "token", used: false, card: { brand: "MasterCard", last4: "4444", name: "A Holder" } },
    });
    expect(seen.join("\n")).not.toMatch(/5555/);
    expect(await tab.evaluate(() => JSON.stringify(window.changes))).not.toMatch(/5555/);
    await tab.close();
  });

  it("the keyboard goes from field to field, a label's click lands in its field, Enter submits", async () => {
    const tab = await open();
    await tab.getByText("Card number").click();
    // The frames are of another site: the focus reaches them a moment later.
    const focused = (one: ReturnType<typeof field>) =>
      expect.poll(() => one.evaluate((node: unknown) => (node as FocusNode).matches(":focus"))).toBe(true);
    await focused(field(tab, "Secure card number input frame", "cardnumber"));
    await tab.keyboard.press("Tab");
    const expiry = field(tab, "Secure expiration date input frame", "exp-date");
    await focused(expiry);
    await tab.keyboard.type("131");
    await expect.poll(() => expiry.inputValue()).toBe("13 / 1");
    await tab.keyboard.press("Enter");
    await expect.poll(() => tab.evaluate(() => window.submitted)).toBe(true);
    await tab.close();
  });

  it("axe finds nothing, in the frames neither", async () => {
    const tab = await open();
    for (const frame of tab.frames()) {
      await frame.evaluate(axe);
      const { violations } = await frame.evaluate(() => window.axe.run());
      const own = violations.filter((one) => frame === tab.mainFrame() || !pageRules.includes(one.id));
      expect(own.map((one) => [one.id, one.nodes.map((node) => node.html)])).toEqual([]);
    }
    await tab.close();
  });

  it("an element may be destroyed and made again, but not twice at once", async () => {
    const tab = await open();
    const said = await tab.evaluate(() => {
      const { elements } = window as unknown as {
        elements: { create(type: string): unknown; getElement(type: string): { destroy(): void } };
      };
      let refused = "";
      try {
        elements.create("cardCvc");
      } catch (error) {
        refused = (error as Error).message;
      }
      elements.getElement("cardCvc").destroy();
      elements.create("cardCvc");
      return refused;
    });
    expect(said).toContain("Can only create one Element of type cardCvc");
    await tab.close();
  });
});

/** Rules about whole pages, which a frame is not. */
const pageRules = ["landmark-one-main", "page-has-heading-one", "region"];

describe("the bank's window", () => {
  async function pay(tab: Page, number: string) {
    const intent = await context.stripe.paymentIntents.create({ amount: 4500, currency: "gbp" });
    await fill(tab, number);
    await tab.evaluate((secret) => {
      window.stripe.confirmCardPayment?.(secret, { payment_method: { card: window.number } }).then((result) => {
        window.result = result as never;
      });
    }, intent.client_secret);
    return intent;
  }
  const challenge = (tab: Page) => tab.frameLocator('iframe[title="Authentication by your bank"]');
  const result = (tab: Page) => expect.poll(() => tab.evaluate(() => window.result));

  it("B-06 a plain card pays without asking", async () => {
    const tab = await open();
    await pay(tab, "4242424242424242");
    await result(tab).toMatchObject({ paymentIntent: { status: "succeeded" } });
    await tab.close();
  });

  it("B-06 failing it is an error, and nothing is paid", async () => {
    const tab = await open();
    const intent = await pay(tab, "4000000000003220");
    await challenge(tab).getByRole("button", { name: "Fail authentication" }).click();
    await result(tab).toMatchObject({ error: { code: "payment_intent_authentication_failure" } });
    expect((await context.stripe.paymentIntents.retrieve(intent.id)).status).toBe("requires_payment_method");
    expect(await tab.locator("dialog").count()).toBe(0);
    await tab.close();
  });

  it("B-06 Escape counts as refusing", async () => {
    const tab = await open();
    await pay(tab, "4000000000003220");
    const close = tab.getByRole("dialog", { name: "Authenticate your payment" }).getByRole("button");
    await close.focus();
    await tab.keyboard.press("Escape");
    await result(tab).toMatchObject({ error: { code: "payment_intent_authentication_failure" } });
    await tab.close();
  });

  it("B-06 completing it pays, unless the bank then declines", async () => {
    const tab = await open();
    await pay(tab, "4000000000003220");
    await challenge(tab).getByRole("button", { name: "Complete authentication" }).click();
    await result(tab).toMatchObject({ paymentIntent: { status: "succeeded" } });
    await tab.close();
    const other = await open();
    await pay(other, "4000008400001629");
    await challenge(other).getByRole("button", { name: "Complete authentication" }).click();
    await result(other).toMatchObject({ error: { code: "card_declined" } });
    await other.close();
  });
});
