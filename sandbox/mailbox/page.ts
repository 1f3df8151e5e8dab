import { urlInText } from "./links.ts";
import { pageScript, pageStyle } from "./page-assets.ts";
import type { Mail } from "./store.ts";

type View = {
  mails: Mail[];
  more: boolean;
  to: string;
  toProblem: string | undefined;
  before: number | undefined;
  chosen: Mail | undefined;
  missing: boolean;
  asText: boolean;
  nonce: string;
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const safe = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/London",
});
const when = (mail: Mail) =>
  `<time datetime="${mail.created_at}">${day.format(new Date(mail.created_at)).replace(" at ", ", ")}</time>`;

function link(view: View, changes: Record<string, string | number | undefined>): string {
  const parts: Record<string, string | number | undefined> = {
    to: view.to || undefined,
    before: view.before,
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, String(value));
  return safe(query.size > 0 ? `/mailbox?${query}` : "/mailbox");
}

const entry = (view: View, mail: Mail) =>
  `<li><a href="${link(view, { mail: mail.id })}"${
    mail.id === view.chosen?.id ? ' aria-current="true"' : ""
  }><strong>${safe(mail.subject) || "No subject"}</strong><span>To ${safe(mail.to)}</span>${when(mail)}</a></li>`;

const nothing = (view: View) =>
  view.to
    ? `<p class="empty">No mail to <b>${safe(view.to)}</b> yet. It appears here by itself when it is sent.</p>`
    : `<p class="empty">No mail yet. Everything that is sent is kept in this box: apply for membership, and the first one appears by itself.</p>`;

function list(view: View): string {
  const older = view.mails.at(-1);
  const pages = [
    view.before === undefined ? "" : `<a href="${link(view, { before: undefined })}">Newest mail</a>`,
    view.more && older ? `<a href="${link(view, { before: older.id })}">Older mail</a>` : "",
  ].join("");
  return `<nav id="list" aria-label="Mails, newest first">${
    view.mails.length > 0 ? `<ul>${view.mails.map((mail) => entry(view, mail)).join("")}</ul>` : nothing(view)
  }${pages && `<p class="pages">${pages}</p>`}</nav>`;
}

const readable = (text: string) =>
  text
    .split(urlInText)
    .map((part, at) => {
      const url = text.match(urlInText)?.[at];
      return safe(part) + (url ? `<a href="${safe(url)}" target="_blank" rel="noopener">${safe(url)}</a>` : "");
    })
    .join("");

// HTML keeps the first of two equal attributes, so these override the mail's own.
const withPolicy = (html: string) =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"><base target="_blank"><style>body{margin:24px;font:16px/1.55 Inter,system-ui,sans-serif;color:#16262B}</style>${html.replace(
    /<a\s/gi,
    '<a target="_blank" rel="noopener" ',
  )}`;

function body(view: View, mail: Mail): string {
  const asText = view.asText || !mail.html;
  const tab = (label: string, href: string, current: boolean) =>
    `<a href="${href}"${current ? ' aria-current="page"' : ""}>${label}</a>`;
  const tabs =
    mail.html && mail.text
      ? `<nav class="tabs" aria-label="How to read it">${tab("As designed", link(view, { mail: mail.id }), !asText)}${tab(
          "Text",
          link(view, { mail: mail.id, view: "text" }),
          asText,
        )}</nav>`
      : "";
  const content = asText
    ? `<div class="text">${readable(mail.text)}</div>`
    : `<iframe title="The mail as designed" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${safe(withPolicy(mail.html))}"></iframe>`;
  return tabs + content;
}

function reader(view: View): string {
  const back = `<p class="back"><a href="${link(view, {})}">Back to the list</a></p>`;
  if (view.missing)
    return `<main id="mail">${back}<h2>There is no such mail</h2><p>It may have been sent before the box was emptied.</p></main>`;
  if (!view.chosen) return `<main id="mail" class="idle"><p>Choose a mail to read it.</p></main>`;
  const mail = view.chosen;
  const files = mail.attachments.map(
    (file) => `<li>${safe(file.file_name)} (${(file.file_size / 1024).toFixed(2)} KB)</li>`,
  );
  return `<main id="mail">${back}<h2>${safe(mail.subject) || "No subject"}</h2>
<dl><div><dt>From</dt><dd>${safe(mail.from)}</dd></div><div><dt>To</dt><dd>${safe(mail.to)}</dd></div><div><dt>Sent</dt><dd>${when(mail)}</dd></div></dl>
${files.length > 0 ? `<ul class="files" aria-label="Attached files">${files.join("")}</ul>` : ""}${body(view, mail)}</main>`;
}

/** The mailbox page: the list beside the chosen mail, or one of them on a phone. */
export function mailboxPage(view: View): string {
  const title = view.chosen ? `${view.chosen.subject || "No subject"} · Mailbox` : "Mailbox";
  const problem = view.toProblem
    ? `<p id="to-problem" class="problem">This ${safe(view.toProblem)}. Write it in full, like name@company.co.uk.</p>`
    : "";
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)}</title><link rel="icon" href="data:,"><style>${pageStyle}</style></head>
<body${view.chosen || view.missing ? ' class="reading"' : ""}><header><div><h1><svg viewBox="0 0 24 28" fill="none" aria-hidden="true"><path d="M12 0v13" stroke="#B07D2B" stroke-width="1.6"/><path d="M6.5 13h11l1.5 4-7 11-7-11z" fill="#16262B"/></svg>Mailbox</h1>
<p>Mail that would have been sent. Nothing here left this machine.</p></div>
<form action="/mailbox" role="search"><label for="to">Recipient</label><input id="to" name="to" type="text" inputmode="email" autocomplete="off" spellcheck="false" value="${safe(view.to)}"${
    problem && ' aria-invalid="true" aria-describedby="to-problem"'
  }><button>Filter</button>${view.to ? '<a href="/mailbox">Show all</a>' : ""}${problem}</form></header>
<div class="panes">${list(view)}${reader(view)}</div>
<script nonce="${view.nonce}">${pageScript}</script></body></html>`;
}
