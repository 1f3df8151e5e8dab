import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { HistoryEntry, Project, ProjectDetail } from "@plumbline/contract/engagements/contract.ts";
import { allowedActions, type Change, type Status } from "@plumbline/contract/engagements/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import type { House } from "../../house.ts";
import { isoOf } from "../../platform/database.ts";
import { addressOf } from "../../platform/file-addresses.ts";
import type { FileRow } from "../../platform/files.ts";
import type { Member } from "../../platform/members.ts";
import { notFound } from "../../platform/problems.ts";
import { partiesOf } from "../profiles/parties.ts";
import { partyFrom } from "../profiles/party-column.ts";
import { ownCustomersOf } from "./actions.ts";
import { actionOf } from "./happened.ts";
import { factsOf } from "./move.ts";
import {
  type EngagementWithHistory,
  type RawEvent,
  type RawFile,
  readEngagementOf,
  type ShownEngagement,
} from "./store.ts";

/** The answer of every call about one engagement: all of it, with its history, as this party sees it. */
export async function engagementFor(house: House, member: Member, id: number): Promise<ProjectDetail> {
  const row = await readEngagementOf(house.db, member.id, id);
  if (!row) throw notFound();
  return { ...projectView(house, member, row), history: historyView(row) };
}

export function projectView(house: House, member: Member, row: ShownEngagement): Project {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    theme: row.themeId,
    theme_name: row.themeName,
    start_date: row.startDate,
    end_date: row.endDate,
    status: row.status,
    payment_type: row.paymentType,
    payment_cost: decimalOf(row.unitPricePence),
    payment_span: decimalOf(row.unitsHundredths),
    total_payment: decimalOf(row.totalPence),
    attachment_ids: row.attachmentIds,
    attachments: row.attachmentIds.flatMap((id) => {
      const file = row.attachments.find((each) => each.id === id);
      return file ? attachmentView(house, file) : [];
    }),
    collaborators: row.collaborators,
    advisor_id: row.advisorId,
    customer_id: row.customerId,
    advisor: partyFrom(house, row.advisor),
    customer: partyFrom(house, row.customer),
    reviews: row.reviews.map((review) => ({
      id: review.id,
      rating: review.rating,
      rating_chosen: review.ratingChosen,
      verified: review.verified,
      body: review.body,
      created_at: isoOf(review.createdAt),
      answer: review.answer,
      answered_at: review.answeredAt && isoOf(review.answeredAt),
    })),
    created_at: isoOf(row.createdAt),
    version: row.version,
    review_asked_at: row.reviewAskedAt && isoOf(row.reviewAskedAt),
    allowed_actions: allowedActions(
      factsOf({ ...row, reviewed: row.reviews.length > 0 }),
      member.role as Role,
      dayInLondon(house.clock.now()),
    ),
  };
}

export function attachmentView(house: House, file: RawFile | FileRow): Project["attachments"][number] {
  return {
    id: file.id,
    file: addressOf(house, file),
    file_name: file.name,
    file_size: file.size,
    content_type: file.contentType,
  };
}

function historyView({ history, advisor, customer }: EngagementWithHistory): HistoryEntry[] {
  const names = new Map([advisor, customer].map(({ id, profile }) => [id, profile.name]));
  return history.flatMap((event) => entryOf(event, names) ?? []).reverse();
}

function entryOf(
  { id, kind, actorId, data, createdAt }: RawEvent,
  names: ReadonlyMap<number, string>,
): HistoryEntry | null {
  const action = actionOf[kind];
  if (!action) return null;
  return {
    id,
    action,
    by: actorId === null ? null : { id: actorId, name: names.get(actorId) ?? "" },
    created_at: isoOf(createdAt),
    status: data["status"] as Status,
    message: (data["message"] as string | undefined) ?? null,
    changes: (data["changes"] as Change[] | undefined) ?? [],
  };
}

/** An advisor's own customers (decision 24), by name. */
export async function ownCustomersByName(house: House, advisor: Member): Promise<Party[]> {
  const parties = await partiesOf(house, await ownCustomersOf(house, advisor));
  return [...parties.values()].sort((one, other) => one.profile.name.localeCompare(other.profile.name, "en-GB"));
}
