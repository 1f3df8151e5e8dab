import type { Colleague } from "@plumbline/contract/back-office/team.ts";
import * as contract from "@plumbline/contract/back-office/team.ts";
import { allowedTeamActions, type TeamState } from "@plumbline/contract/back-office/team-rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { sessionsOf } from "./store.ts";
import {
  changeStaffRole,
  endSessionOfStaff,
  endSessionsOfStaff,
  removeStaff,
  resetTwoStep,
  sendStaffLink,
} from "./team.ts";
import { type ColleagueRow, findColleague, teamOf } from "./team-store.ts";

export const teamRoutes = (context: AppContext) => [
  handle(contract.listTeam, async ({ member }) => ({
    entries: (await teamOf(context.db, context.clock.now())).map((row) => colleagueView(row, member)),
  })),
  handle(contract.changeStaffRole, async ({ params, body, member }) =>
    colleagueView(await changeStaffRole(context, member, params.id, body), member),
  ),
  handle(contract.sendStaffLink, async ({ params, member }) =>
    colleagueView(await sendStaffLink(context, member, params.id), member),
  ),
  handle(contract.removeStaff, async ({ params, body, member }) =>
    colleagueView(await removeStaff(context, member, params.id, body.reason), member),
  ),
  handle(contract.resetTwoStep, async ({ params, body, member }) =>
    colleagueView(await resetTwoStep(context, member, params.id, body.reason), member),
  ),
  handle(contract.listStaffSessions, async ({ params }) => {
    const now = context.clock.now();
    const [colleague, rows] = await Promise.all([
      findColleague(context.db, params.id, now),
      sessionsOf(context.db, params.id, now),
    ]);
    if (!colleague) throw notFound();
    return {
      entries: rows.map(({ id, userAgent, createdAt }) => ({
        id,
        user_agent: userAgent,
        created_at: createdAt.toISOString(),
      })),
    };
  }),
  handle(contract.endStaffSessions, ({ params, member }) => endSessionsOfStaff(context, member, params.id)),
  handle(contract.endStaffSession, ({ params, member }) => endSessionOfStaff(context, member, params.id)),
];

const states: Partial<Record<ColleagueRow["state"], TeamState>> = { active: "active", suspended: "removed" };

function colleagueView(row: ColleagueRow, reader: Member): Colleague {
  const { id, email, role, sessions, twoStep, isLastOwner } = row;
  const state = states[row.state] ?? "invited";
  return {
    id,
    name: row.name ?? email,
    email,
    role,
    state,
    since: row.createdAt.toISOString(),
    last_signed_in: row.lastSignedIn && new Date(row.lastSignedIn).toISOString(),
    sessions,
    two_step: twoStep,
    me: id === reader.id,
    allowed_actions: allowedTeamActions({ state, role, isLastOwner, sessions, twoStep }),
  };
}
