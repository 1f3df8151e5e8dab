import type { Project } from "@plumbline/contract/engagements/contract.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { expect, test } from "vitest";
import { dotted } from "../../dotted.ts";
import { advisorSteps, advisorSuggestion, customerSteps, customerSuggestion, whyNotListed } from "./next-steps.ts";

// Only the fields that the steps read.
const project = (id: number, allowed_actions: Project["allowed_actions"], more: Partial<Project> = {}) =>
  ({
    id,
    name: `Project ${id}`,
    allowed_actions,
    total_payment: 5500,
    start_date: "2026-12-01",
    review_asked_at: null,
    advisor: { profile: { name: "Harriet Osei" } },
    customer: { profile: { name: "Priya Raman" } },
    ...more,
  }) as Project;
const invoice = (id: number, status: Invoice["status"], allowed_actions: Invoice["allowed_actions"]) =>
  ({
    id,
    status,
    allowed_actions,
    total: 1100,
    due_date: "2026-12-20",
    project: { id: 1, name: "Board pack" },
    advisor: { profile: { name: "Harriet Osei" } },
  }) as Invoice;
const conversation = (id: number, unread_count: number) =>
  ({
    id,
    unread_count,
    receiver: { id: 70 + id, name: "Owen Price" },
    last_message: { body: "Shall we\nspeak?" },
  }) as Conversation;

test("H-10 with nothing to do there is no step for either role", () => {
  const told = {
    projects: [project(1, [])],
    invoices: [invoice(1, "Completed", [])],
    conversations: [conversation(1, 0)],
  };
  expect(advisorSteps(told)).toEqual([]);
  expect(customerSteps(told, { overdue: null })).toEqual([]);
  expect(customerSteps(told, null)).toEqual([]);
});

test("H-10 a customer's steps: answer proposals first, then pay, read and review", () => {
  const waits = {
    projects: [project(1, ["review"]), project(2, ["accept", "reject", "suggest_edit"])],
    invoices: [invoice(3, "sent", ["accept"])],
    conversations: [conversation(4, 2)],
  };
  const steps = customerSteps(waits, { overdue: null });
  expect(steps.map(({ to }) => to)).toEqual(["/project/2", "/invoices/3", "/messages/74", "/project/1"]);
  expect(steps[1]?.about).toBe(dotted("Board pack", "£1,100.00", "due 20 December 2026"));
  expect(steps[2]?.about).toBe("2 unread · Shall we speak?");
});

test("H-10 a renewal that failed comes before all else, because the membership ends without it", () => {
  const overdue = { amount: 250, until: "2026-12-01T12:00:00.000Z", message: "Your last renewal was not paid." };
  const waits = { projects: [project(2, ["accept"])], invoices: [], conversations: [] };
  expect(customerSteps(waits, { overdue }).map(({ what, about, to }) => [what, about, to])).toEqual([
    ["Your last renewal was not paid.", "£250.00 · your membership goes on until 1 December 2026", "/billing"],
    ["Harriet Osei has sent you a proposal", "Project 2 · £5,500.00", "/project/2"],
  ]);
});

test("H-10 an advisor's steps: answer messages first, then edit, send drafts, and ask for reviews not yet asked for", () => {
  const steps = advisorSteps({
    projects: [
      project(1, ["ask_for_review"]),
      project(2, ["ask_for_review"], { review_asked_at: "2026-11-01T10:00:00Z" }),
      project(3, ["update"]),
      project(4, ["start"]),
    ],
    invoices: [invoice(5, "draft", ["update", "send"]), invoice(6, "sent", ["void"])],
    conversations: [conversation(6, 1)],
  });
  expect(steps.map(({ to }) => to)).toEqual(["/messages/76", "/project/3", "/invoices/5", "/project/4", "/project/1"]);
});

test("H-10 an advisor with nobody to propose to is not sent to a proposal", () => {
  expect(advisorSuggestion({ projects: [], conversations: [] }, "open").to).toBe("/edit-profile/advisor");
  expect(advisorSuggestion({ projects: [project(1, [])], conversations: [] }, "open").to).toBe("/create-project");
  expect(advisorSuggestion({ projects: [], conversations: [conversation(1, 0)] }, "open").to).toBe("/create-project");
});

test.each(["restricted", "suspended"] as const)("H-10 to a member who is %s nothing new is suggested", (standing) => {
  expect(advisorSuggestion({ projects: [project(1, [])], conversations: [] }, standing).to).toBe("/engagements");
  expect(customerSuggestion(standing).to).toBe("/engagements");
  expect(customerSuggestion("open").to).toBe("/advisor-list");
});

test("G-61 an advisor who is not matched because of a decision is not told to complete the profile", () => {
  expect(whyNotListed("open")).toContain("once your profile is complete");
  expect(whyNotListed("restricted")).toBe("You do not appear in matches while your account is restricted.");
});
