import { mayCreatePassword, stateTexts } from "@plumbline/contract/accounts/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import { type Event, type Notice, notice } from "../../platform/events.ts";
import { isPosted, type Letter, post } from "../../platform/mail.ts";
import { mayMail } from "../../platform/mail-limits.ts";
import { findByEmail, findMember, insertLink, type MemberRow, nameOf } from "./store.ts";

const week = 7 * 24 * 3600;
const day = 24 * 3600;
const hour = 3600;

export const accountsNotices: Notice[] = [
  atAnyonesWish("account.applied", (house, member) => verification(house, member, "Please verify your e-mail")),
  atAnyonesWish("account.verification_asked", (house, member) => verification(house, member, freshLink)),
  atAnyonesWish("account.applied_again", async (house, member) => {
    if (member.state === "pending_verification") return verification(house, member, freshLink);
    return {
      subject: `You already have an account with ${product}`,
      paragraphs: [
        "Somebody, probably you, has just applied with this address. You applied before, so nothing has changed.",
        `Where things stand: ${stateTexts[member.state].label}. ${stateTexts[member.state].meaning}`,
      ],
      action: { label: "Go to sign-in", url: `${house.settings.publicUrl}/sign-in/${member.role}` },
      footnote: "If it was not you, you can ignore this e-mail. Nobody was told that this address is known to us.",
    };
  }),
  tellMember("account.verified", createPasswordLetter),
  tellMember("account.approved", async (house, member) =>
    member.verifiedAt ? createPasswordLetter(house, member) : verificationOfApproved(house, member),
  ),
  tellMember("account.staff_invited", createPasswordLetter),
  notice("account.email_change_asked", async (house, event) => {
    const member = await findMember(house.db, event.subjectId);
    const to = String(event.data["to"]);
    if (!member) return;
    const name = (await nameOf(house.db, member.id)).split(" ")[0];
    const greeting = `Dear ${name || "member"},`;
    // Anybody with an account could fill a stranger's mailbox with these: they pass the same gate.
    if (await mayMail(house, to)) {
      const written = await emailChangeLetter(house, member, to);
      await post(house.db, event, { kind: "account.email_change.new", to, greeting, ...written });
    }
    if (await mayMail(house, member.email))
      await post(house.db, event, {
        kind: "account.email_change.old",
        to: member.email,
        greeting,
        subject: "Somebody asked to change your e-mail address",
        paragraphs: [
          `Somebody who knows your password asked to change the e-mail of your ${product} account to ${to}. It changes when the link that we sent there is opened.`,
          "If this was not you, reset your password at once: that ends the link, too.",
        ],
        action: { label: "Reset my password", url: `${house.settings.publicUrl}/reset-password/${member.role}` },
      });
  }),
  tellMember("account.rejected", async (_house, _member, event) => ({
    subject: `Your application to ${product}`,
    paragraphs: [
      "Thank you for applying. We have read your application and will not take it further this time.",
      `The reason: ${event.data["reason"]}`,
    ],
  })),
  atAnyonesWish("account.reset_requested", async (house, member) => ({
    subject: "Reset your password",
    paragraphs: ["You asked to reset your password. The link below lasts one hour and works once."],
    action: { label: "Choose a new password", url: await passwordUrl(house, member, "reset_password", hour) },
    footnote: "If you did not ask for this, ignore this e-mail: your password stays as it is.",
  })),
  tellMember("account.password_changed", async (house, member) => ({
    subject: "Your password has been changed",
    paragraphs: [
      "Your password was changed just now, and all your other sessions were signed out.",
      "If this was not you, reset your password at once.",
    ],
    action: { label: "Reset my password", url: `${house.settings.publicUrl}/reset-password/${member.role}` },
  })),
];

type Written = Omit<Letter, "kind" | "to" | "greeting">;
type Writing = (house: House, member: MemberRow, event: Event) => Promise<Written | null>;

/**
 * A letter that whoever knows the address can have sent: five an hour at most leave. Asked before it is written, because
 * a new link ends the older ones, and those may be all that its owner has.
 */
function atAnyonesWish(kind: string, write: Writing): Notice {
  const may = async (house: House, member: MemberRow, event: Event) =>
    event.data["counted"] === true || (await mayMail(house, member.email));
  return tellMember(kind, write, may);
}

/**
 * A letter to the member that an event is about; null sends none. Its link and the letter are made together and once:
 * an event that is told again, after a crash, would otherwise end the link of the letter that has left.
 */
function tellMember(
  kind: string,
  write: Writing,
  may: (house: House, member: MemberRow, event: Event) => Promise<boolean> = async () => true,
): Notice {
  return notice(kind, async (house, event) => {
    const member = await findMember(house.db, event.subjectId);
    if (!member || (await isPosted(house.db, event, kind)) || !(await may(house, member, event))) return;
    await house.db.transaction(async (tx) => {
      const letter = await write({ ...house, db: tx }, member, event);
      if (!letter) return;
      const name = (await nameOf(tx, member.id)).split(" ")[0];
      await post(tx, event, { kind, to: member.email, greeting: `Dear ${name || "member"},`, ...letter });
    });
  });
}

const freshLink = "A fresh link to verify your e-mail";

async function verification(house: House, member: MemberRow, subject: string) {
  return withLink(house, member, subject, [
    `Thank you for applying to ${product}. Please confirm that this address is yours.`,
    "A person then reads your application. You hear from us within a week or two, either way, with the reason.",
  ]);
}

/** Approved before the address was verified: the first link may be long lost, and without it nothing goes on. */
async function verificationOfApproved(house: House, member: MemberRow) {
  return withLink(house, member, `Your application to ${product} is approved: please verify your e-mail`, [
    "Your application has been approved. One thing is left: please confirm that this address is yours.",
    "We then send you the link to create your password.",
  ]);
}

async function withLink(house: House, member: MemberRow, subject: string, paragraphs: readonly string[]) {
  if (member.verifiedAt || member.state !== "pending_verification") return null;
  const token = await insertLink(house.db, member.id, "verify", house.clock.now(), week);
  return {
    subject,
    paragraphs,
    action: {
      label: "Verify my e-mail",
      url: `${house.settings.publicUrl}/approval/${member.role}?user=${member.id}&token=${token}`,
    },
    footnote: "This link lasts seven days and works once.",
  };
}

/** To the new mailbox: the link, or, where the address is an account's already, what its owner should know. */
async function emailChangeLetter(house: House, member: MemberRow, to: string): Promise<Written> {
  const taken = await findByEmail(house.db, to);
  if (taken)
    return {
      subject: `You already have an account with ${product}`,
      paragraphs: [
        "Somebody, perhaps you, asked to make this address that of another account. It has an account already, so nothing has changed.",
      ],
      footnote: "If it was not you, you can ignore this e-mail. Nobody was told that this address is known to us.",
    };
  const token = await insertLink(house.db, member.id, "change_email", house.clock.now(), day, to);
  return {
    subject: "Please confirm your new e-mail address",
    paragraphs: [
      `You asked to use this address for your ${product} account. It becomes yours there with the link below.`,
    ],
    action: {
      label: "Use this address",
      url: `${house.settings.publicUrl}/confirm-email?user=${member.id}&token=${token}`,
    },
    footnote: "This link lasts a day and works once. If you did not ask for this, ignore this e-mail.",
  };
}

/** Leaves only when both are done, approved and verified, whichever came last (decision 1). */
async function createPasswordLetter(house: House, member: MemberRow) {
  if (!mayCreatePassword(member.state) || member.passwordHash) return null;
  return {
    subject: `Welcome to ${product}: create your password`,
    paragraphs: [
      member.role === "staff"
        ? "You have been made a member of staff. Create your password and you are in."
        : "Your application has been approved. Create your password and you are in.",
      ...(member.decisionReason ? [`What we said about it: ${member.decisionReason}`] : []),
    ],
    action: { label: "Create my password", url: await passwordUrl(house, member, "create_password", null) },
    footnote: "This link works once.",
  };
}

async function passwordUrl(
  house: House,
  member: MemberRow,
  purpose: "create_password" | "reset_password",
  seconds: number | null,
) {
  const token = await insertLink(house.db, member.id, purpose, house.clock.now(), seconds);
  return `${house.settings.publicUrl}/create-password?user=${member.id}&token=${token}${member.role === "advisor" ? "&role=advisor" : ""}`;
}
