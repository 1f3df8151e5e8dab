import type { PageCopy } from "../shapes.ts";

export const termsAndConditions: PageCopy = {
  id: 254,
  slug: "terms-and-conditions",
  title: "Terms and Conditions",
  modified: "2026-11-16T12:20:00",
  acf: [],
  body: `These are the terms on which businesses and advisors join Plumbline and work together through it. They are written to be read. Last changed on 16 November 2026.

## 1. The parties

“We” are Plumbline. A “customer” is a business that has joined as a business member; an “advisor” is a person approved to advise customers. An “engagement” is a piece of work that an advisor proposes and a customer accepts here.

## 2. Joining

You apply, we read the application, and we decide within a week or two. We may decline, and we say why. What you tell us must be true and kept up to date. An account is for one person and may not be shared.

## 3. Customer membership

- Membership costs £250 a month or £2,500 a year and renews at the end of each period until it is cancelled.
- You may cancel at any time. The membership then runs to the end of the period already paid for, and is not renewed.
- You may change between the plans. The difference is worked out for the time remaining, and the amount is shown before you confirm it.
- A valid coupon gives two months free on the monthly plan, or £500 off the first bill of the annual plan.
- When a membership ends, running engagements and invoices continue. Conversations can be read but not added to, and searching needs a plan.

## 4. Advisors

- Joining is free. To be matched, an advisor needs a complete profile and a connected payout account.
- Advisors are independent. They are not our employees or agents, they set their own fees, and they are responsible for their own tax, insurance and professional duties.
- Advisors advise honestly, within what they know, and say so when a conflict of interest exists or may arise.

## 5. Engagements

- An engagement begins as the advisor’s proposal: what will be done, between which dates, and the fee by the hour, day, week or month. The total is the fee multiplied by the number of units.
- The customer accepts it, rejects it, or suggests an edit. Acceptance makes a contract between the customer and the advisor, on these terms and those in the proposal. We are not a party to it.
- Either side may end an engagement that is in progress. Work done until then is payable.
- Names added as collaborators are shown on the engagement; they are not given access to it.

## 6. Invoices and what we keep

- Advisors invoice through Plumbline for engagements in progress. The customer pays the total of the invoice with the card on file, and nothing is added to it.
- **We deduct 10% from each invoice paid here. The advisor receives 90%.** The rate is recorded on the invoice when it is sent.
- For engagements on a project basis we publish 15% as the most we may keep of an advisor’s revenue. Invoices sent through Plumbline are charged 10%. The two are never both applied to one invoice.
- Payments are handled by Stripe. A payment that fails leaves the invoice payable, and shows the reason.
- An invoice that is paid late may carry statutory interest and compensation (Late Payment of Commercial Debts (Interest) Act 1998), unless customer and advisor have agreed otherwise. An advisor who claims them sends a separate invoice, also after the engagement has ended. We deduct nothing from it.
- A dispute about the quality of work is between customer and advisor. Tell us about it all the same: we keep the record of what was agreed, and it usually settles the question.

## 7. Reviews

A customer may leave one review for each completed engagement, and the advisor may answer once. Reviews must be honest and about the work. We remove those that are unlawful, abusive or plainly not about the engagement, and no others.

## 8. Confidentiality

What a customer and an advisor tell each other in confidence stays confidential, during the engagement and after it, unless the law requires otherwise or the other agrees.

## 9. Who owns the work

Unless the proposal says otherwise, the customer owns what was made for them once the invoice for it is paid. The advisor keeps their methods, know-how and whatever they brought with them.

## 10. Suspension and leaving

We may suspend an account that breaks these terms, misleads other members or puts them at risk, and we give the reason. You may leave at any time by writing to us. What is owed remains owed.

## 11. What we are responsible for

We run the service with reasonable care. We do not guarantee that advice will succeed, and we are not responsible for what members do or fail to do. To the extent the law allows, our liability to you in any year is limited to what you paid us in that year. Nothing here limits liability for death or injury caused by negligence, for fraud, or for anything else that cannot be limited.

## 12. Law and changes

The law of England and Wales applies, and its courts decide. When we change these terms we say so by e-mail at least thirty days before. Engagements already accepted keep the terms they began with.`,
};

export const service: PageCopy = {
  id: 258,
  slug: "terms-of-service",
  title: "Terms of Service",
  modified: "2026-11-16T12:30:00",
  acf: [],
  body: `These terms are about using this website. Working with somebody through it is covered by the [terms and conditions]({site}/terms-and-conditions). Last changed on 16 November 2026.

## Using the site

Anybody may read the public pages. To do more you need an approved account. Keep your password to yourself, and tell us at once if you think somebody else has used your account. You can see your open sessions and end any of them; changing your password ends all the others.

## What you may not do

- Pretend to be somebody else, or invent experience, companies or reviews.
- Contact members in bulk, or use what you find here to sell something unrelated.
- Copy the network: its profiles, reviews or content, by hand or by machine.
- Upload anything unlawful, or files meant to do harm.
- Look for weaknesses without telling us first. If you find one, write to hello@plumbline.example and we will thank you for it.

## What you put here

It stays yours. You allow us to store it and show it to the people it is meant for, which is what the service consists of. Files may be up to 25 MB each; we may refuse a file whose content is not what its name says.

## Articles and events

Our insights are written with care for a general reader. They are not legal, tax or investment advice, and they do not know your circumstances. Some articles and events are for members only. The dates and places of events may change; those who booked are told.

## Screens that are a preview

Some screens, among them the calendars and the booking of calls, show how a coming part of the service will look. They say that they are a preview, show sample data and change nothing.

## If something goes wrong

We aim to be available all the time and do not promise to be. When a part of the site fails, it should tell you what happened and keep what you typed. If it does not, that is a fault and we want to hear of it.

## Links to other places

Where we link to another website, we are not responsible for what is there.

## Ending

You may stop using the site whenever you like. We may close the account of somebody who does not keep to these terms, with the reason. The law of England and Wales applies.`,
};
