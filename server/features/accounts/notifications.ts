import { mayCreatePassword, stateTexts } from "@plumbline/contract/accounts/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { mayMail } from "../../mail/limits.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { type EmailToAddress, notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { AccountEventKind } from "./events.ts";
import { findByEmail, findMember, insertLink, type MemberRow } from "./store.ts";

const week = 7 * 24 * 3600;
const day = 24 * 3600;
const hour = 3600;

type Facts = { context: AppContext; member: MemberRow; firstName: string | undefined };

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[AccountEventKind]) => {
  const member = await findMember(context.db, event.subjectId);
  return member && { member, firstName: (await nameOf(context.db, member.id)).split(" ")[0] };
});

const toMember = {
  to: { address: ({ member }: Facts) => member.email },
  greeting: ({ firstName }: Facts) => `Dear ${firstName || "member"},`,
};
/**
 * For e-mails that anyone who knows the address can request: at most five an hour. The limit is checked before the e-mail is
 * composed, because a new link invalidates the older ones, which may be the only ones that arrived.
 */
const limited = { ...toMember, allowed: ({ context, member }: Facts) => mayMail(context, member.email) };

/** E-mails only: most of these members cannot sign in yet, and the others concern the account's security. */
export const accountsNotifications: EventHandler[] = [
  notification("account.applied", {
    ...limited,
    email: ({ context, member }) => verification(context, member, "Please verify your e-mail"),
  }),
  notification("account.verification_asked", {
    ...toMember,
    allowed: (facts) => facts.event.data.counted === true || limited.allowed(facts),
    email: ({ context, member }) => verification(context, member, newLinkSubject),
  }),
  notification("account.applied_again", {
    ...limited,
    email: async ({ context, member }) => {
      if (member.state === "pending_verification") return verification(context, member, newLinkSubject);
      return {
        subject: `You already have an account with ${product}`,
        paragraphs: [
          "Somebody, probably you, has just applied with this address. You applied before, so nothing has changed.",
          `Where things stand: ${stateTexts[member.state].label}. ${stateTexts[member.state].meaning}`,
        ],
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
        : verificationOfApproved(context, member),
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
      subject: "Somebody asked to change your e-mail address",
      paragraphs: [
        `Somebody who knows your password asked to change the e-mail of your ${product} account to ${event.data.to}. It changes when the link that we sent there is opened.`,
        "If this was not you, reset your password at once: that ends the link, too.",
      ],
      action: "Reset my password",
      path: `/reset-password/${member.role}`,
    }),
  }),
  notification("account.rejected", {
    ...toMember,
    email: ({ event }) => ({
      subject: `Your application to ${product}`,
      paragraphs: [
        "Thank you for applying. We have read your application and will not take it further this time.",
        `The reason: ${event.data.reason}`,
      ],
    }),
  }),
  notification("account.reset_requested", {
    ...limited,
    email: async ({ context, member }) => ({
      subject: "Reset your password",
      paragraphs: ["You asked to reset your password. The link below lasts one hour and works once."],
      action: "Choose a new password",
      path: await passwordPath(context, member, "reset_password", hour),
      footnote: "If you did not ask for this, ignore this e-mail: your password stays as it is.",
    }),
  }),
  notification("account.password_changed", {
    ...toMember,
    email: ({ member }) => ({
      subject: "Your password has been changed",
      paragraphs: [
        "Your password was changed just now, and all your other sessions were signed out.",
        "If this was not you, reset your password at once.",
      ],
      action: "Reset my password",
      path: `/reset-password/${member.role}`,
    }),
  }),
];

const newLinkSubject = "A fresh link to verify your e-mail";

async function verification(context: AppContext, member: MemberRow, subject: string) {
  return withLink(context, member, subject, [
    `Thank you for applying to ${product}. Please confirm that this address is yours.`,
    "A person then reads your application. You hear from us within a week or two, either way, with the reason.",
  ]);
}

/** For an account that was approved before its address was verified: the first link may be lost, so a new one is sent. */
async function verificationOfApproved(context: AppContext, member: MemberRow) {
  return withLink(context, member, `Your application to ${product} is approved: please verify your e-mail`, [
    "Your application has been approved. One thing is left: please confirm that this address is yours.",
    "We then send you the link to create your password.",
  ]);
}

async function withLink(context: AppContext, member: MemberRow, subject: string, paragraphs: readonly string[]) {
  if (member.verifiedAt || member.state !== "pending_verification") return null;
  const token = await insertLink(context.db, member.id, "verify", context.clock.now(), week);
  return {
    subject,
    paragraphs,
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
      subject: `You already have an account with ${product}`,
      paragraphs: [
        "Somebody, perhaps you, asked to make this address that of another account. It has an account already, so nothing has changed.",
      ],
      footnote: "If it was not you, you can ignore this e-mail. Nobody was told that this address is known to us.",
    };
  const token = await insertLink(context.db, member.id, "change_email", context.clock.now(), day, to);
  return {
    subject: "Please confirm your new e-mail address",
    paragraphs: [
      `You asked to use this address for your ${product} account. It becomes yours there with the link below.`,
    ],
    action: "Use this address",
    path: `/confirm-email?user=${member.id}&token=${token}`,
    footnote: "This link lasts a day and works once. If you did not ask for this, ignore this e-mail.",
  };
}

/** Sent only when the account is both approved and verified, whichever came last (decision 1). */
async function passwordCreation(context: AppContext, member: MemberRow) {
  if (!mayCreatePassword(member.state) || member.passwordHash) return null;
  return {
    subject: `Welcome to ${product}: create your password`,
    paragraphs: [
      member.role === "staff"
        ? "You have been made a member of staff. Create your password and you are in."
        : "Your application has been approved. Create your password and you are in.",
      ...(member.decisionReason ? [`What we said about it: ${member.decisionReason}`] : []),
    ],
    action: "Create my password",
    path: await passwordPath(context, member, "create_password", null),
    footnote: "This link works once.",
  };
}

async function passwordPath(
  context: AppContext,
  member: MemberRow,
  purpose: "create_password" | "reset_password",
  seconds: number | null,
) {
  const token = await insertLink(context.db, member.id, purpose, context.clock.now(), seconds);
  return `/create-password?user=${member.id}&token=${token}${member.role === "advisor" ? "&role=advisor" : ""}`;
}
