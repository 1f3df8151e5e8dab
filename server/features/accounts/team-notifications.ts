import { staffRoleLabels } from "@plumbline/contract/back-office/staff-roles.ts";
import { greetingOf } from "@plumbline/contract/greeting.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { AccountEventKind } from "./events.ts";
import { passwordPath } from "./notifications.ts";
import { findMember, type MemberRow } from "./store.ts";

type Facts = { context: AppContext; member: MemberRow; name: string; by: string };

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[AccountEventKind]) => {
  const member = await findMember(context.db, event.subjectId);
  if (!member) return null;
  const by = event.actorId === null ? "" : await nameOf(context.db, event.actorId);
  return { member, name: await nameOf(context.db, member.id), by: by || "An owner" };
});

const toColleague = {
  to: { address: ({ member }: Facts) => member.email },
  greeting: ({ name }: Facts) => greetingOf(name, "colleague"),
};
const hour = 3600;

/** Every act of an owner is e-mailed to the colleague concerned, with the reason. */
export const teamNotifications: EventHandler[] = [
  notification("account.staff_role_changed", {
    ...toColleague,
    email: ({ by, event: { data } }) => ({
      ...worded("account.staff_role_changed", {
        by,
        reason: data.reason,
        before: staffRoleLabels[data.before.role],
        after: staffRoleLabels[data.after.role],
      }),
      action: "Open the back office",
      path: "/back-office",
    }),
  }),
  notification("account.staff_removed", {
    ...toColleague,
    email: ({ by, event: { data } }) => ({
      ...worded("account.staff_removed", { by, reason: data.reason }),
      footnote: "What you did keeps your name.",
    }),
  }),
  notification("account.staff_link_sent", {
    ...toColleague,
    email: async ({ context, member, by }) =>
      member.state === "suspended"
        ? null
        : {
            ...worded(member.passwordHash ? "account.staff_link.again" : "account.staff_link.first", { by }),
            action: member.passwordHash ? "Choose a new password" : "Create my password",
            path: member.passwordHash
              ? await passwordPath(context, member, "reset_password", hour)
              : await passwordPath(context, member, "create_password", null),
            footnote: "An older link no longer works.",
          },
  }),
  notification("account.staff_sessions_ended", {
    ...toColleague,
    email: ({ by, event: { data } }) => ({
      ...worded("account.staff_sessions_ended", {
        by,
        sessions: data.all ? "all your sessions" : "one of your sessions",
      }),
      action: "Sign in",
      path: "/sign-in/staff",
    }),
  }),
  notification("account.two_step_reset", {
    ...toColleague,
    email: ({ by, event: { data } }) => ({
      ...worded("account.two_step_reset", { by, reason: data.reason }),
      action: "Sign in",
      path: "/sign-in/staff",
    }),
  }),
];
