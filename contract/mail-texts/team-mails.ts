import { product } from "../product.ts";
import type { MailText } from "./mail-text.ts";

const to = "The team";
const invoice = "invoice INV-0014 of Harriet Osei";
const amount = "£1,200.00";
const name = "Priya Raman";
const because = "work that was not received";
const answerHere = "Please answer on the invoice's page{until}: dispute {dispute}.";
const answer = "Please answer it from the list of refunds and disputes{until}: dispute {dispute}.";
const dispute = { amount, because, until: " by 14 March 2027", dispute: "dp_1" } as const;
const by = "Ada Lind";
const colleague = "A colleague";

/** The e-mails to the team and to its members. */
export const teamMails = {
  "support.message": {
    label: "A message from the contact page",
    to,
    placeholders: { name, message: "Do you work with charities?" },
    subject: "A message from {name}",
    body: "{message}",
  },
  "support.subscriber": {
    label: "Somebody would like the letter",
    to,
    placeholders: {},
    subject: "A new newsletter subscriber",
    body: "They signed up with the form at the foot of the site.",
  },
  "search.requested": {
    label: "A search found nobody",
    to,
    placeholders: {
      customer: "Priya Raman of Raman Foods",
      name,
      email: "priya@raman.example",
      message: "Somebody who knows dairies.",
    },
    subject: "{customer} is looking for an advisor",
    body: "{name} ({email}) wrote:\n\n{message}",
  },
  "report.made.team": {
    label: "A member reports something",
    to,
    placeholders: { what: "message", words: "They ask me to pay them directly." },
    subject: "A member has reported a {what}",
    body: "They wrote: {words}",
  },
  "appeal.made.team": {
    label: "An appeal was made",
    to,
    placeholders: { name, kind: "restriction", due: "14 March 2027", by },
    subject: "An appeal against a {kind}",
    body: "{name} appeals against a {kind}. It is due by {due}.\n\n{by} made the decision, so somebody else decides the appeal.",
  },
  "appeal.decided.staff": {
    label: "An appeal against one's decision was decided",
    to: colleague,
    placeholders: { name, outcome: "lifted", reason: "The member has shown us the contract." },
    subject: "An appeal against your decision: {outcome}",
    body: "{name} appealed against a decision of yours. A colleague has {outcome} it.\n\nThe reason: {reason}",
  },
  "invoice.refund_failed.team": {
    label: "A refund was sent back",
    to,
    placeholders: { invoice, refund: "a refund of £1,200.00" },
    subject: "A refund was sent back: {invoice}",
    body: "The bank did not take {refund}. It counts as paid again; please refund it once more, or another way.",
  },
  "invoice.surplus_not_returned.team": {
    label: "A second payment was sent back",
    to,
    placeholders: { invoice },
    subject: "A second payment was sent back: {invoice}",
    body: "The invoice had been paid twice, and the bank did not take the refund of the second payment. The invoice stays as it is; please return the surplus another way.",
  },
  "invoice.refund_refused.team": {
    label: "A refund was refused",
    to,
    placeholders: { invoice },
    subject: "A refund was refused: {invoice}",
    body: "The card provider did not answer when a refund was asked for, and refuses it now. Nothing was given back; please look at the payment in its dashboard.",
  },
  "invoice.inquiry.team": {
    label: "A bank asks about an invoice",
    to,
    placeholders: { invoice, ...dispute },
    subject: "A bank asks about a payment: {invoice}",
    body: `The customer's bank asks about {amount}, because of {because}. It has taken no money.\n\n${answerHere} An inquiry that is not answered may become a dispute. A refund settles it.`,
  },
  "invoice.disputed.team": {
    label: "The payment of an invoice is disputed",
    to,
    placeholders: { invoice, ...dispute },
    subject: "A payment is disputed: {invoice}",
    body: `The customer's bank has taken {amount} back until it has decided, because of {because}.\n\n${answerHere} An unanswered dispute is lost.`,
  },
  "invoice.dispute_due.team": {
    label: "The answer to a dispute of an invoice is due",
    to: "The team, two days before",
    placeholders: { invoice, ...dispute },
    subject: "An answer to a bank is due: {invoice}",
    body: `Nobody has answered the customer's bank about {amount} yet, because of {because}.\n\n${answerHere} An unanswered dispute is lost.`,
  },
  "invoice.dispute_won.team": {
    label: "The dispute of an invoice is won",
    to,
    placeholders: { invoice, amount },
    subject: "A dispute is won: {invoice}",
    body: "The bank has decided for us: {amount} is ours again. There is nothing to do.",
  },
  "invoice.dispute_lost.team": {
    label: "The dispute of an invoice is lost",
    to,
    placeholders: { invoice, amount },
    subject: "A dispute is lost: {invoice}",
    body: "The bank has decided for the customer, who keeps {amount}. It came from our balance; the advisor's share was not taken back.\n\nWhether it should be is for you to decide, in the card provider's dashboard.",
  },
  "membership.refunded.team": {
    label: "A membership was refunded",
    to,
    placeholders: { name, amount, of: "£2,400.00", after: "The membership goes on." },
    subject: "A membership was refunded: {name}",
    body: "{amount} of {of} was given back to {name}.\n\n{after}",
  },
  "membership.refund_failed.team": {
    label: "A refund of a membership was sent back",
    to,
    placeholders: { name, amount },
    subject: "A refund of a membership was sent back: {name}",
    body: "The bank of {name} did not take {amount}. Please refund it once more, or another way.",
  },
  "membership.inquiry.team": {
    label: "A bank asks about a membership",
    to,
    placeholders: { name, ...dispute },
    subject: "A bank asks about a membership: {name}",
    body: `The bank of {name} asks about {amount}, because of {because}. It has taken no money.\n\n${answer} A refund settles it.`,
  },
  "membership.inquiry_closed.team": {
    label: "A bank's inquiry about a membership is closed",
    to,
    placeholders: { name, amount },
    subject: "A bank's inquiry about a membership is closed: {name}",
    body: "The payment of {amount} stands. There is nothing to do.",
  },
  "membership.disputed.team": {
    label: "The payment of a membership is disputed",
    to,
    placeholders: { name, ...dispute },
    subject: "A membership is disputed: {name}",
    body: `The bank of {name} has taken {amount} back until it has decided, because of {because}. The membership goes on until then.\n\n${answer} An unanswered dispute is lost.`,
  },
  "membership.dispute_due.team": {
    label: "The answer to a dispute of a membership is due",
    to: "The team, two days before",
    placeholders: { name, ...dispute },
    subject: "An answer to a bank is due: the membership of {name}",
    body: `Nobody has answered the bank of {name} about {amount} yet, because of {because}.\n\n${answer} An unanswered dispute is lost.`,
  },
  "membership.dispute_won.team": {
    label: "The dispute of a membership is won",
    to,
    placeholders: { name, amount },
    subject: "A dispute of a membership is won: {name}",
    body: "The bank has decided for us: {amount} is ours again. There is nothing to do.",
  },
  "membership.dispute_lost.team": {
    label: "The dispute of a membership is lost",
    to,
    placeholders: { name, amount },
    subject: "A dispute of a membership is lost: {name}",
    body: "The bank has given {amount} back to {name}. The membership that it paid for has ended.",
  },
  "account.staff_invited": {
    label: "Somebody was made a member of staff",
    to: colleague,
    placeholders: {},
    subject: `Welcome to ${product}: create your password`,
    body: "You have been made a member of staff. Create your password and you are in.",
  },
  "account.staff_role_changed": {
    label: "A role was changed",
    to: colleague,
    placeholders: { by, before: "Support", after: "Operations", reason: "You decide applications from now on." },
    subject: `Your role at ${product} is now {after}`,
    body: "{by} has changed your role from {before} to {after}. It counts already.\n\nThe reason: {reason}",
  },
  "account.staff_removed": {
    label: "Somebody was removed from the team",
    to: colleague,
    placeholders: { by, reason: "You have left us." },
    subject: `You are no longer staff at ${product}`,
    body: "{by} has removed you from the team. Your sessions have ended, and you cannot sign in any more.\n\nThe reason: {reason}",
  },
  "account.staff_link.first": {
    label: "A new link to create a password was sent",
    to: colleague,
    placeholders: { by },
    subject: `Your link to ${product}`,
    body: "{by} has sent you a new link. Create your password and you are in.",
  },
  "account.staff_link.again": {
    label: "A link to choose a new password was sent",
    to: colleague,
    placeholders: { by },
    subject: "A link to choose a new password",
    body: "{by} has sent you a link to choose a new password. It lasts one hour and works once.",
  },
  "account.staff_sessions_ended": {
    label: "Sessions were ended",
    to: colleague,
    placeholders: { by, sessions: "all your sessions" },
    subject: "You were signed out",
    body: "{by} has ended {sessions}. You can sign in again with your password.",
  },
  "account.two_step_reset": {
    label: "Two-step sign-in was reset",
    to: colleague,
    placeholders: { by, reason: "You have a new phone." },
    subject: "Your two-step sign-in was reset",
    body: "{by} has turned off your second step and ended all your sessions. After your next sign-in, set it up again.\n\nThe reason: {reason}\n\nIf you did not ask for this, write to an owner at once.",
  },
} as const satisfies Record<string, MailText>;
