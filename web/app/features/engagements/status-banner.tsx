import { formatLong } from "@plumbline/contract/dates.ts";
import type { ProjectDetail } from "@plumbline/contract/engagements/contract.ts";
import { bannerFor } from "@plumbline/contract/engagements/rules.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Banner } from "../../ui/banner.tsx";
import { tones } from "./status-badge.tsx";

/** The status in a sentence (row E-22), and what it means today. */
export function StatusBanner({ project, role }: { project: ProjectDetail; role: Role }) {
  const title = bannerFor(project.status, role);
  if (!title) return null;
  return (
    <Banner tone={tones[project.status]} title={title}>
      {meaning(project, role)}
    </Banner>
  );
}

function meaning(
  { status, history, start_date, advisor, customer, review_asked_at, reviews }: ProjectDetail,
  role: Role,
) {
  const first = ({ profile }: { profile: { name: string } }) => addressOf(profile.name);
  const sent = history.findLast(({ action }) => action === "create" || action === "update");
  const suggestion = history.findLast(({ action }) => action === "suggest_edit")?.message;
  const end = history.findLast(({ action }) => action === "reject" || action === "complete");
  if (status === "proposed" && sent) {
    const who = role === "advisor" ? "You" : first(advisor);
    return `${who} sent this on ${formatLong(sent.created_at)}. The work is to start on ${formatLong(start_date)}.`;
  }
  if (status === "accepted") return `Work starts on ${formatLong(start_date)}. Sending an invoice starts it now.`;
  if (status === "edit_suggested" && suggestion) return `“${suggestion}”`;
  if (status === "rejected" && end?.message) return `“${end.message}”`;
  if (status === "completed" && role === "customer" && review_asked_at && reviews.length === 0)
    return `${first(advisor)} would be glad of a review.`;
  if (status === "completed" && end) return `It ended on ${formatLong(end.created_at)}.`;
  return status === "rejected" && role === "advisor" ? `You can discuss it with ${first(customer)} in the chat.` : null;
}
