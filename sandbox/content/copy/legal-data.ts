import type { PageCopy } from "../shapes.ts";

export const privacy: PageCopy = {
  id: 3,
  slug: "privacy-policy",
  title: "Privacy Policy",
  modified: "2026-11-23T12:00:00",
  acf: [],
  body: `This page says what Plumbline knows about you, why, who else sees it and what you can do about it. It was last changed on 23 November 2026.

## Who we are

Plumbline runs this service and decides how the personal data in it is used. Write to us about any of it at hello@plumbline.example, or at 4 Ropewalk Yard, Bristol BS1 6TW.

## What we hold

- **Your application.** Name, e-mail address and what you tell us about your company or your experience. For advisors, also the names of three other advisors, which only our team sees.
- **Your account.** Your profile, your photo if you add one, what you look for or offer, and your password as a one-way hash that nobody can read back.
- **Your work.** Engagements, their history, messages, files, invoices and reviews.
- **Your membership.** The plan, its dates, and of your card the last four digits and the expiry date. The card number goes from your browser to our payment provider and never reaches our servers.
- **What you send us.** Messages from the contact form, newsletter subscriptions and requests for advisors we could not match.
- **The sessions you have open.** When each began and roughly which browser it is, so that you can end the ones you do not recognise.
- **Server records.** The time, address and result of requests, kept to find faults and abuse. Access tokens are never written to them.

## Why we hold it

Most of it we need to perform our contract with you: without a profile there is no match, and without an invoice no payment. We keep security records because we have a legitimate interest in a service that works and is not abused. We keep invoices because the law requires it. The newsletter goes only to those who asked, and every one of those may stop it.

## Who sees it

- **Other members** see your public profile, and reviews you write or receive. A customer’s profile is shown to advisors and an advisor’s to customers.
- **The person you work with** sees your shared messages, files, engagements and invoices.
- **Our team** sees applications, and accounts where it is needed to help or to keep the service honest. Decisions about applications are recorded with the name of the person who took them.
- **Stripe**, our payment provider, receives what is needed to take a card payment and to pay an advisor.
- **The companies that host our servers, files and e-mail** store data on our behalf and may not use it for anything else.

We do not sell personal data, and we do not show advertising.

## Matching is a sum, not a profile of you

The order of matched advisors is worked out from the expertise, industry, company size and track record that you can see on the card. No decision with legal effect is taken by a machine. Applications are decided by people.

## How long we keep it

Account data stays while your account does. You close it yourself on your account page, or ask us to; thirty days later we erase what we do not have to keep. Invoices and the records behind them are kept for six years after the end of the financial year, as tax law requires. A message or file that belongs to somebody else’s conversation with you stays with them.

## Your rights

You may have a copy of your data. Your account page offers what your pages show as a file; for what that leaves out, such as our team’s notes about you and server records, write to us. You may also have your data corrected, have it removed or its use limited, object to a use, and take it elsewhere. Write to the address above; we answer within one month. If you are not satisfied, you may complain to the Information Commissioner’s Office at [ico.org.uk](https://ico.org.uk).

## Storage in your browser

We use your browser’s storage to keep you signed in, and what you have written and not sent yet. There are no tracking cookies. The cookies policy, linked beside this page, lists everything that is kept there.`,
};

export const cookies: PageCopy = {
  id: 256,
  slug: "cookies-policy",
  title: "Cookies Policy",
  modified: "2026-11-23T12:10:00",
  acf: [],
  body: `Plumbline sets no cookies of its own, for tracking or for anything else. This page says what we keep in your browser instead, and which other companies may keep something.

## What we keep

When you sign in, we keep these in your browser’s **storage**, and nowhere else on your device:

- the access token that proves who you are, its type and when it expires;
- your e-mail address, your role and the state of your account;
- whether your membership or payouts, and your profile, are set up;
- the time you signed in;
- for an advisor who is connecting a payout account, the code that comes back from the payment provider, until it has been used;
- what you have written and not sent or saved yet, under your e-mail address, and the page you were on when your session ended;
- a random number by which we recognise this browser the next time you sign in;
- light or dark, if you have chosen one.

It is strictly necessary: without it you would have to sign in on every page, and a page that closes would take what you wrote with it. That is why we do not ask for consent with a banner. When you log out, all of it but the last two goes. When a session ends by itself, what you have written stays until you are back. Clearing your browser’s data for this site removes everything.

## What we do not keep

We have no analytics, no advertising, no social media buttons that report back, and no fonts or scripts from other companies on our public pages. Links to our pages on social networks are plain links.

## What others may keep

- **Our payment provider, Stripe**, provides the card form. On pages with that form it may set its own cookies to recognise fraud. Stripe’s own policy describes them.
- **The provider of the map** on our contact page may receive your address on the internet when the map is shown, as any website does.

## How to remove everything

Log out, then clear the data for this site in your browser’s settings. Nothing here stops working afterwards; you only have to sign in again.

Questions: hello@plumbline.example. Last changed on 23 November 2026.`,
};
