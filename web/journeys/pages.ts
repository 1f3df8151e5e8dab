import { listAnnouncements } from "@plumbline/contract/announcements/contract.ts";
import { listApplications } from "@plumbline/contract/back-office/contract.ts";
import { listAllInvoices } from "@plumbline/contract/back-office/invoices.ts";
import { listThreads } from "@plumbline/contract/correspondence/contract.ts";
import { listProjects, type Project } from "@plumbline/contract/engagements/contract.ts";
import { listInvoices } from "@plumbline/contract/invoices/contract.ts";
import { listConversations } from "@plumbline/contract/messages/contract.ts";
import { listReports } from "@plumbline/contract/reports/contract.ts";
import { listAppeals } from "@plumbline/contract/sanctions/contract.ts";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../app/routes.ts";
import { expect, type Plumbline, tokenOf } from "./plumbline.ts";

// The pages of the route table, each with something of the demo in its address. A route with a new parameter fails until
// it has a sample here.

export type Role = "customer" | "advisor" | "staff";

/** Files and redirects, which have no page of their own. */
const notPages = /\.(xml|txt|rss|ics)$|^cookie-policies$|^\*$/;

/** The paths of the routes whose nearest layouts are these, once for each page. */
export function pathsBelow(layouts: string[], entries: RouteConfigEntry[] = routes, nearest = ""): string[] {
  return entries.flatMap(({ file, path, index, children }) => {
    const name = /layouts\/(\w+)-layout/.exec(file)?.[1];
    if (children) return pathsBelow(layouts, children, name);
    const own = index ? "" : (path ?? "");
    return layouts.includes(nearest) && !notPages.test(own) && !file.includes("-redirect.") ? [own] : [];
  });
}

/** A path with its parameter's sample; undefined when there is none. */
export function filledWith(samples: Record<string, string | undefined>, path: string): string | undefined {
  const [, known] = /([\w-]+\/:\w+)$/.exec(path) ?? [];
  const sample = known && samples[known];
  return known ? sample && path.replace(/:\w+$/, sample) : path;
}

export const visitorSamples: Record<string, string> = {
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
export async function samplesFor(
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
