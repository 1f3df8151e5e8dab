import { product } from "../product.ts";
import type { MailText } from "./mail-text.ts";

const verify = [
  `Thank you for applying to ${product}. Please confirm that this address is yours.`,
  "A person then reads your application. You hear from us within a week or two, either way, with the reason.",
].join("\n\n");
const known = `You already have an account with ${product}`;

/** Applications, and what happens to an account. */
export const accountMails = {
  "account.applied": {
    label: "An application was sent",
    to: "The applicant",
    placeholders: {},
    subject: "Please verify your e-mail",
    body: verify,
  },
  "account.verification_asked": {
    label: "A new link to verify was asked for",
    to: "The applicant",
    placeholders: {},
    subject: "A fresh link to verify your e-mail",
    body: verify,
  },
  "account.verification_of_approved": {
    label: "An application was approved before its address was verified",
    to: "The applicant",
    placeholders: {},
    subject: `Your application to ${product} is approved: please verify your e-mail`,
    body: "Your application has been approved. One thing is left: please confirm that this address is yours.\n\nWe then send you the link to create your password.",
  },
  "account.applied_again": {
    label: "Somebody applied who had applied before",
    to: "The applicant",
    placeholders: { state: "In review. We are reading your application." },
    subject: known,
    body: "Somebody, probably you, has just applied with this address. You applied before, so nothing has changed.\n\nWhere things stand: {state}",
  },
  "application.asked": {
    label: "A question about an application",
    to: "The applicant",
    placeholders: { question: "Which company did you take through its series B?" },
    subject: `A question about your application to ${product}`,
    body: "We are reading your application and would like to know a little more:\n\n{question}",
  },
  "application.reference_asked": {
    label: "A reference is asked for",
    to: "The referee",
    placeholders: { name: "Harriet Osei" },
    subject: "A reference for {name}",
    body: `{name} has applied to ${product}, where scaling UK businesses find expert advisors. We would be glad of a few words from you about them.\n\nIt takes two minutes. The people at ${product} who decide read it; {name} does not, unless the law obliges us to show it.`,
  },
  "account.approved": {
    label: "An application was approved",
    to: "The applicant",
    placeholders: { reason: "What we said about it: A good fit." },
    subject: `Welcome to ${product}: create your password`,
    body: "Your application has been approved. Create your password and you are in.\n\n{reason}",
  },
  "account.rejected": {
    label: "An application was not taken further",
    to: "The applicant",
    placeholders: { reason: "We look for ten years in a leading role." },
    subject: `Your application to ${product}`,
    body: "Thank you for applying. We have read your application and will not take it further this time.\n\nThe reason: {reason}",
  },
  "application.undone": {
    label: "A decision about an application was taken back",
    to: "The applicant",
    placeholders: { decision: "We have taken back our refusal of your application.", reason: "We had misread a date." },
    subject: `Your application to ${product} is open again`,
    body: "{decision}\n\nThe reason: {reason}\n\nWe are reading it again, and you hear from us with our decision.",
  },
  "account.reset_requested": {
    label: "A new password was asked for",
    to: "The member",
    placeholders: {},
    subject: "Reset your password",
    body: "You asked to reset your password. The link below lasts one hour and works once.",
  },
  "account.password_changed": {
    label: "The password was changed",
    to: "The member",
    placeholders: {},
    subject: "Your password has been changed",
    body: "Your password was changed just now, and all your other sessions were signed out.\n\nIf this was not you, reset your password at once.",
  },
  "account.email_change.new": {
    label: "A new address was given",
    to: "The new address",
    placeholders: {},
    subject: "Please confirm your new e-mail address",
    body: `You asked to use this address for your ${product} account. It becomes yours there with the link below.`,
  },
  "account.email_change.old": {
    label: "A new address was given",
    to: "The old address",
    placeholders: { address: "harriet@osei.example" },
    subject: "Somebody asked to change your e-mail address",
    body: `Somebody who knows your password asked to change the e-mail of your ${product} account to {address}. It changes when the link that we sent there is opened.\n\nIf this was not you, reset your password at once: that ends the link, too.`,
  },
  "account.address_in_use": {
    label: "The new address has an account already",
    to: "The new address",
    placeholders: {},
    subject: known,
    body: "Somebody, perhaps you, asked to make this address that of another account. It has an account already, so nothing has changed.",
  },
  "profile.email_changed.old": {
    label: "The address was changed",
    to: "The old address",
    placeholders: { address: "harriet@osei.example" },
    subject: "Your e-mail address has been changed",
    body: `Your ${product} account now uses {address}. Sign in with that address from now on.`,
  },
  "profile.email_changed.new": {
    label: "The address was changed",
    to: "The new address",
    placeholders: {},
    subject: `This is now the e-mail of your ${product} account`,
    body: "You changed the e-mail of your account to this address. Sign in with it from now on; your password stays as it is.",
  },
  "account.two_step_on": {
    label: "Two-step sign-in was turned on",
    to: "The member",
    placeholders: {},
    subject: "Two-step sign-in is on",
    body: "From now on, signing in takes your password and a code from your authenticator app.\n\nKeep your recovery codes somewhere safe: each signs you in once when your phone is not at hand.",
  },
  "account.two_step_off": {
    label: "Two-step sign-in was turned off",
    to: "The member",
    placeholders: {},
    subject: "Two-step sign-in is off",
    body: "Your password alone signs you in from now on.\n\nIf this was not you, reset your password at once and turn it on again.",
  },
  "account.two_step_code_spent": {
    label: "A recovery code was used",
    to: "The member",
    placeholders: {},
    subject: "A recovery code was used",
    body: "Somebody, probably you, has just used one of your recovery codes. It does not work any more.\n\nIf this was not you, reset your password at once.",
  },
  "account.sessions_ended": {
    label: "Staff ended sessions",
    to: "The member",
    placeholders: { sessions: "all devices", by: "Ada Lind", reason: "You told us that your phone was stolen." },
    subject: "We signed you out of {sessions}",
    body: `{by} of ${product} has signed you out of {sessions}. You can sign in again with your password.\n\nThe reason: {reason}\n\nIf somebody else may know your password, choose a new one.`,
  },
  "account.looked_at": {
    label: "Staff looked at an account",
    to: "The member",
    placeholders: { by: "Ada Lind", reason: "You asked why an invoice was missing." },
    subject: "A member of staff looked at your account",
    body: `{by} of ${product} has looked at your account as you see it. They could change nothing, and did not see what you and others write to each other.\n\nThe reason: {reason}\n\nYou find every look on your account page, under “What staff did with your account”.`,
  },
} as const satisfies Record<string, MailText>;
