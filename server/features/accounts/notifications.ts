import { mayCreatePassword, stateTexts } from "@plumbline/contract/accounts/rules.ts";
import { greetingOf } from "@plumbline/contract/greeting.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { mayMail } from "../../mail/limits.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { type EmailToAddress, notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { AccountEventKind } from "./events.ts";
import { findByEmail, findMember, insertLink, lockMember, type MemberRow } from "./store.ts";

const week = 7 * 24 * 3600;
const day = 24 * 3600;
const hour = 3600;

type Facts = { context: AppContext; member: MemberRow; name: string };

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[AccountEventKind]) => {
  const member = await findMember(context.db, event.subjectId);
  return member && { member, name: await nameOf(context.db, member.id) };
});

const toMember = {
  to: { address: ({ member }: Facts) => member.email },
  greeting: ({ name }: Facts) => greetingOf(name),
};
/**
 * For e-mails that anyone who knows the address can request: at most five an hour. The limit is checked before the e-mail is
 * composed, because a new link invalidates the older ones, which may be the only ones that arrived.
 */
const limited = { ...toMember, allowed: ({ context, member }: Facts) => mayMail(context, member.email) };

/**
 * E-mails, because most of these members cannot sign in yet, and the others concern the account's security. What staff did to
 * somebody's sessions is on their bell as well: another device of theirs may still be signed in.
 */
export const accountsNotifications: EventHandler[] = [
  notification("account.applied", {
    ...limited,
    email: ({ context, member }) => verification(context, member, "account.applied"),
  }),
  notification("account.verification_asked", {
    ...toMember,
    allowed: (facts) => facts.event.data.counted === true || limited.allowed(facts),
    email: ({ context, member }) => verification(context, member, "account.verification_asked"),
  }),
  notification("account.applied_again", {
    ...limited,
    email: async ({ context, member }) => {
      if (member.state === "pending_verification") return verification(context, member, "account.verification_asked");
      return {
        ...worded("account.applied_again", {
          state: `${stateTexts[member.state].label}. ${stateTexts[member.state].meaning}`,
        }),
        action: "Go to sign-in",
        path: `/sign-in/${member.role}`,
        footnote: "If it was not you, you can ignore this e-mail. Nobody was told that this address is known to us.",
      };
    },
  }),
  notification("account.verified", {
    ...toMember,
    email: ({ context, member, event }) => (event.data.approved ? passwordCreation(context, member) : null),
  }),
  notification("account.approved", {
    ...toMember,
    email: ({ context, member, event }) =>
      (event.data.verified ?? member.verifiedAt !== null)
        ? passwordCreation(context, member)
        : // The first link may be lost, so a new one is sent.
          verification(context, member, "account.verification_of_approved"),
  }),
  notification("account.staff_invited", {
    ...toMember,
    email: ({ context, member }) => passwordCreation(context, member),
  }),
  notification("account.email_change_asked", {
    ...toMember,
    to: { address: ({ event }) => event.data.to },
    emailKind: "account.email_change.new",
    // Without a limit, a member could flood another person's mailbox.
    allowed: ({ context, event }) => mayMail(context, event.data.to),
    email: ({ context, member, event }) => emailChange(context, member, event.data.to),
  }),
  notification("account.email_change_asked", {
    ...limited,
    emailKind: "account.email_change.old",
    email: ({ member, event }) => ({
      ...worded("account.email_change.old", { address: event.data.to }),
      action: "Reset my password",
      path: `/reset-password/${member.role}`,
    }),
  }),
  notification("account.rejected", {
    ...toMember,
    email: ({ event }) => ({
      ...worded("account.rejected", { reason: event.data.reason ?? "" }),
    }),
  }),
  notification("account.reset_requested", {
    ...limited,
    email: async ({ context, member }) => ({
      ...worded("account.reset_requested", {}),
      action: "Choose a new password",
      path: await passwordPath(context, member, "reset_password", hour),
      footnote: "If you did not ask for this, ignore this e-mail: your password stays as it is.",
    }),
  }),
  notification("account.looked_at", {
    ...toMember,
    email: async ({ context, member, event }) => ({
      ...worded("account.looked_at", {
        by: await staffNamed(context, event),
        reason: event.data.reason,
      }),
      action: "Open my account",
      path: `/profile/${member.role}`,
    }),
  }),
  notification("account.sessions_ended", {
    to: ({ member }) => member.id,
    about: "account",
    path: ({ member }) => `/profile/${member.role}`,
    bell: ({ event }) => `We signed you out of ${sessionsIn(event)}. Read why on your account page.`,
    email: async ({ context, member, event }) => ({
      ...worded("account.sessions_ended", {
        sessions: sessionsIn(event),
        by: await staffNamed(context, event),
        reason: event.data.reason,
      }),
      action: "Sign in",
      path: `/sign-in/${member.role}`,
    }),
  }),
  notification("account.two_step_reset_for_member", {
    ...toMember,
    email: async ({ context, member, event }) => ({
      ...worded("account.two_step_reset_for_member", {
        by: await staffNamed(context, event),
        reason: event.data.reason,
      }),
      action: "Sign in",
      path: `/sign-in/${member.role}`,
      footnote: "If you did not ask for this, reset your password and write to us at once.",
    }),
  }),
  notification("account.two_step_on", {
    ...toMember,
    email: () => ({
      ...worded("account.two_step_on", {}),
      footnote: "If this was not you, write to us at once.",
    }),
  }),
  notification("account.two_step_off", {
    ...toMember,
    email: ({ member }) => ({
      ...worded("account.two_step_off", {}),
      action: "Reset my password",
      path: `/reset-password/${member.role}`,
    }),
  }),
  notification("account.two_step_code_spent", {
    ...toMember,
    email: ({ member }) => ({
      ...worded("account.two_step_code_spent", {}),
      action: "Reset my password",
      path: `/reset-password/${member.role}`,
    }),
  }),
  notification("account.password_changed", {
    ...toMember,
    email: ({ member }) => ({
      ...worded("account.password_changed", {}),
      action: "Reset my password",
      path: `/reset-password/${member.role}`,
    }),
  }),
];

const staffNamed = async ({ db }: AppContext, { actorId }: { actorId: number | null }) =>
  (actorId && (await nameOf(db, actorId))) || "A member of staff";

/** "all devices", "one device (Firefox on Linux)", or "one device" whose browser did not say what it is. */
const sessionsIn = ({ data: { all, browser } }: EventsByKind["account.sessions_ended"]) =>
  all ? "all devices" : browser ? `one device (${browser})` : "one device";

type Verification = "account.applied" | "account.verification_asked" | "account.verification_of_approved";

async function verification(context: AppContext, { id }: MemberRow, mail: Verification) {
  // Under the lock that verifying takes: nobody who verifies meanwhile is asked to do so again.
  const member = await lockMember(context.db, id);
  if (!member || member.verifiedAt || member.state !== "pending_verification") return null;
  return { ...worded(mail, {}), ...(await verificationLink(context, member)) };
}

async function verificationLink(context: AppContext, member: MemberRow) {
  const token = await insertLink(context.db, member.id, "verify", context.clock.now(), week);
  return {
    action: "Verify my e-mail",
    path: `/approval/${member.role}?user=${member.id}&token=${token}`,
    footnote: "This link lasts seven days and works once.",
  };
}

/** The e-mail to the new address: the link, or a notice to its owner if another account already has the address. */
async function emailChange(context: AppContext, member: MemberRow, to: string): Promise<EmailToAddress> {
  const taken = await findByEmail(context.db, to);
  if (taken)
    return {
      ...worded("account.address_in_use", {}),
      footnote: "If it was not you, you can ignore this e-mail. Nobody was told that this address is known to us.",
    };
  const token = await insertLink(context.db, member.id, "change_email", context.clock.now(), day, to);
  return {
    ...worded("account.email_change.new", {}),
    action: "Use this address",
    path: `/confirm-email?user=${member.id}&token=${token}`,
    footnote: "This link lasts a day and works once. If you did not ask for this, ignore this e-mail.",
  };
}

/** Sent only when the account is both approved and verified, whichever came last (decision 1). */
async function passwordCreation(context: AppContext, member: MemberRow) {
  if (!mayCreatePassword(member.state) || member.passwordHash) return null;
  const reason = member.decisionReason ? `What we said about it: ${member.decisionReason}` : "";
  return {
    ...(member.role === "staff" ? worded("account.staff_invited", {}) : worded("account.approved", { reason })),
    ...(await creationLink(context, member)),
  };
}

const creationLink = async (context: AppContext, member: MemberRow) => ({
  action: "Create my password",
  path: await passwordPath(context, member, "create_password", null),
  footnote: "This link works once.",
});

/** What comes next for the member of an account that is open again: its closure has ended the links that they had. */
export async function nextStepOf(context: AppContext, member: MemberRow) {
  if (member.state === "active") return { action: "Sign in", path: `/sign-in/${member.role}` };
  if (member.state === "pending_verification") return verificationLink(context, member);
  return member.state === "approved" ? creationLink(context, member) : {};
}

/** A link to a page on which a member chooses their password. */
export async function passwordPath(
  context: AppContext,
  member: MemberRow,
  purpose: "create_password" | "reset_password",
  seconds: number | null,
) {
  const token = await insertLink(context.db, member.id, purpose, context.clock.now(), seconds);
  return `/create-password?user=${member.id}&token=${token}${member.role === "advisor" ? "&role=advisor" : ""}`;
}
