import type { Page } from "@playwright/test";
import { listAnnouncements } from "@plumbline/contract/announcements/contract.ts";
import { listApplications } from "@plumbline/contract/back-office/contract.ts";
import { listThreads } from "@plumbline/contract/correspondence/contract.ts";
import { listProjects, type Project } from "@plumbline/contract/engagements/contract.ts";
import { listAllInvoices, listInvoices } from "@plumbline/contract/invoices/contract.ts";
import { listConversations } from "@plumbline/contract/messages/contract.ts";
import { listReports } from "@plumbline/contract/reports/contract.ts";
import { listAppeals } from "@plumbline/contract/sanctions/contract.ts";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../app/routes.ts";
import { noProblems } from "./axe.ts";
import { expect, type Plumbline, signIn, test, tokenOf } from "./plumbline.ts";

/**
 * Every page of the route table, so that a new one is covered without anybody thinking of it. A route with a new
 * parameter fails until it has a sample here.
 */
const widths = [1280, 390, 320];
const height = 900;

type Role = "customer" | "advisor" | "staff";
type Visit = { title: string; email?: string; role?: Role; layouts: string[] };

const visits: Visit[] = [
  { title: "visitors", layouts: ["public", "open", "visitors"] },
  { title: "customers", role: "customer", email: "customer@demo.plumbline.test", layouts: ["members", "customers"] },
  { title: "advisors", role: "advisor", email: "advisor@demo.plumbline.test", layouts: ["members", "advisors"] },
  {
    title: "new customers",
    role: "customer",
    email: "new.customer@demo.plumbline.test",
    layouts: ["members", "customers"],
  },
  {
    title: "new advisors",
    role: "advisor",
    email: "new.advisor@demo.plumbline.test",
    layouts: ["members", "advisors"],
  },
  { title: "staff", role: "staff", email: "staff@demo.plumbline.test", layouts: ["staff"] },
];

/** Files and redirects, which have no page of their own. */
const notPages = /\.(xml|txt|rss|ics)$|^cookie-policies$|^\*$/;

/** The paths of the routes whose nearest layouts are these, once for each page. */
function pathsBelow(layouts: string[], entries: RouteConfigEntry[] = routes, nearest = ""): string[] {
  return entries.flatMap(({ file, path, index, children }) => {
    const name = /layouts\/(\w+)-layout/.exec(file)?.[1];
    if (children) return pathsBelow(layouts, children, name);
    const own = index ? "" : (path ?? "");
    return layouts.includes(nearest) && !notPages.test(own) && !file.includes("-redirect.") ? [own] : [];
  });
}

for (const { title, role, email, layouts } of visits) {
  test(`H-12 H-16 C-03 C-10 C-11 C-14 C-15 ${title}: every page has a title, one heading and no problem at 1280, 390 and 320 px, light and dark`, async ({
    page,
    plumbline,
  }) => {
    test.setTimeout(240_000);
    const problems = watch(page, plumbline);
    const samples =
      role && email ? await samplesFor(plumbline, role, await signIn(page, plumbline, role, email)) : visitorSamples;
    const visited = new Set<string>();
    for (const path of pathsBelow(layouts)) {
      const filled = filledWith(samples, path);
      if (filled === undefined) {
        // A new member has no engagement or invoice yet; everybody else has one of each.
        expect(title, `a sample for /${path}`).toMatch(/^new /);
        continue;
      }
      await page.setViewportSize({ width: 1280, height });
      await page.goto(`${plumbline.url}/${filled}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      // New members are led to the same page from nearly everywhere.
      const { pathname } = new URL(page.url());
      if (visited.has(pathname)) continue;
      visited.add(pathname);
      expect(await page.title(), filled).toMatch(/.+ · Plumbline|^Plumbline/);
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        // Polled, because what a page loads may still be on its way.
        await expect.poll(() => tooWide(page), `/${filled} at ${width}`).toEqual([]);
      }
      await noProblems(page);
    }
    expect(problems).toEqual([]);
  });
}

test("H-12 every page that is rendered for visitors is hydrated for a member as the server has rendered it", async ({
  page,
  plumbline,
}) => {
  const problems = watch(page, plumbline);
  await signIn(page, plumbline, "customer", "customer@demo.plumbline.test");
  for (const path of pathsBelow(["public", "open"])) {
    await page.goto(`${plumbline.url}/${filledWith(visitorSamples, path)}`);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
  }
  expect(problems).toEqual([]);
});

/** A path with its parameter's sample; undefined when there is none. */
function filledWith(samples: Record<string, string | undefined>, path: string): string | undefined {
  const [, known] = /([\w-]+\/:\w+)$/.exec(path) ?? [];
  const sample = known && samples[known];
  return known ? sample && path.replace(/:\w+$/, sample) : path;
}

/** What reaches beyond the window, when the page can be scrolled sideways. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );

/** Errors of the console and requests to other hosts, as they happen. */
function watch(page: Page, { url, stripe }: Plumbline): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    // A link of an e-mail that is not known is answered 404, and the browser logs that.
    if (message.type() === "error" && !page.url().endsWith("/unknown"))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    const at = request.url();
    if (!at.startsWith(url) && !at.startsWith(stripe) && !/^(data|blob):/.test(at))
      problems.push(`${page.url()} → ${at}`);
  });
  return problems;
}

const visitorSamples: Record<string, string> = {
  "insights/:slug": "what-to-stop-doing-at-fifty-people",
  "events/:slug": "pricing-with-a-straight-face",
  "videos/:slug": "how-a-match-is-made",
  "sign-in/:role": "customer",
  "approval/:role": "advisor",
  "reset-password/:role": "advisor",
  "unsubscribe/:token": "unknown",
  "application/:token": "unknown",
  "reference/:token": "unknown",
};

/** What fills the parameters of a member's or a staff member's routes: something of their own. */
async function samplesFor(
  plumbline: Plumbline,
  role: Role,
  token: string,
): Promise<Record<string, string | undefined>> {
  const read = async <Output>({ path, output }: { path: string; output: { parse(value: unknown): Output } }) => {
    const answer = await fetch(plumbline.url + path, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status, path).toBe(200);
    return output.parse(await answer.json());
  };
  if (role === "staff") {
    const [applications, invoices, threads, reports, appeals, announcements, disputed] = await Promise.all([
      read(listApplications),
      read(listAllInvoices),
      read(listThreads),
      read(listReports),
      read(listAppeals),
      read(listAnnouncements),
      read({ ...listAllInvoices, path: `${listAllInvoices.path}?dispute=open` }),
    ]);
    return {
      "applications/:id": idOf(applications.entries[0]),
      "invoices/:id": idOf(invoices.entries[0]),
      "disputes/:id": String(disputed.entries[0]?.dispute?.id),
      "correspondence/:id": idOf(threads.entries[0]),
      "members/:id": idOf(invoices.entries[0]?.advisor),
      "reports/:id": idOf(reports.entries[0]),
      "appeals/:id": idOf(appeals.entries[0]),
      "announcements/:id": idOf(announcements.entries[0]),
      "lists/:kind": "cities",
      "mail-texts/:name": "engagement.proposed",
      "content/:name": "privacy-policy",
      "sanctions/:memberId": idOf(appeals.entries[0]?.member),
    };
  }
  // The demo's first, which its people have received.
  const announced = await fetch(`${plumbline.url}/api/announcements/1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [projects, invoices, conversations] = await Promise.all([
    read(listProjects),
    read(listInvoices),
    read(listConversations),
  ]);
  return {
    "project/:projectId": idOf(projects[0]),
    "edit-project/:projectId": role === "advisor" ? await sentBack(plumbline, projects) : undefined,
    "invoices/:invoiceId": idOf(invoices.entries[0]),
    "profile-details/:userId": idOf(conversations[0]?.receiver),
    "announcements/:id": announced.ok ? "1" : undefined,
    "messages/:user": role,
    "status/:role": role,
  };
}

/** A proposal whose customer asks for changes, because only such a one is edited; undefined for a new advisor. */
async function sentBack(plumbline: Plumbline, projects: Project[]): Promise<string | undefined> {
  const proposed = projects.find(({ status }) => status === "proposed");
  if (!proposed) return undefined;
  const customer = await tokenOf(plumbline, "customer", "customer@demo.plumbline.test");
  const answer = await fetch(`${plumbline.url}/api/projects/${proposed.id}/suggest_edit`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${customer}`, "content-type": "application/json" },
    body: JSON.stringify({ message: "Please begin a week later." }),
  });
  expect(answer.status).toBe(200);
  return idOf(proposed);
}

const idOf = (row: { id: number } | undefined) => row && String(row.id);
