import type { MessageLogEntry } from "#contract/mail.ts";
import type { OutboxRow } from "./queue.repository.ts";

const style = `
:root { color-scheme: light dark; --ink: #101b1a; --quiet: #5c6968; --paper: #f0f5f4; --card: #fff; --line: #d1d9d9; --link: #025e68; --bad: #a61b1b }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eeed; --quiet: #a3afad; --paper: #0c1413; --card: #1a2625; --line: #3b4a48; --link: #92d0da; --bad: #ffb4ab } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 "Instrument Sans", system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere }
p { margin: .25rem 0; color: var(--quiet) }
a { color: var(--link) }
a:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 }
input, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 6px; padding: .5rem .75rem }
input { flex: 1 1 14rem; min-width: 0 }
ol { list-style: none; margin: 1rem 0; padding: 0; border: 1px solid var(--line); border-radius: 6px; background: var(--card) }
li { padding: .75rem 1rem; border-top: 1px solid var(--line); overflow-wrap: anywhere }
li:first-child { border-top: 0 }
.bad { color: var(--bad) }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 6px; background: #fff; margin-top: 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 1rem }
`;

/** The list of mails of the demo, newest first. */
export function mailListPage(
  entries: MessageLogEntry[],
  { page, last, q, total }: { page: number; last: number; q: string; total: number },
): string {
  const rows = entries.map(
    (entry) => `<li><a href="/demo/mail/${entry._id}">${markup(entry.subject || "(no subject)")}</a>
<p>To ${markup(entry.toEmail)} · ${minuteOf(entry.createdAt)} · ${stateOf(entry)}</p></li>`,
  );
  const step = (to: number, label: string) =>
    to >= 1 && to <= last && to !== page
      ? `<a href="/demo/mail?page=${to}&amp;q=${encodeURIComponent(q)}">${label}</a>`
      : "";
  const list = rows.length ? `<ol>${rows.join("")}</ol>` : "<p>No mail yet.</p>";
  return document(
    "Mail of the demo",
    `<h1>Mail of the demo</h1><p>Every mail that the shop sends, ${total} so far. Nothing leaves this machine unless a mail server is set.</p>
<form action="/demo/mail"><input name="q" value="${markup(q)}" aria-label="Search mails" placeholder="Recipient or subject"><button>Search</button></form>
${list}<p>${step(page - 1, "Newer")} ${step(page + 1, "Older")}</p>`,
  );
}

/** One mail: heads, the HTML in a frame of its own, and its text part. */
export function mailPage(mail: OutboxRow): string {
  const files = mail.attachments.map(
    (file, index) => `<a href="/demo/mail/${mail.id}/attachments/${index}">${markup(file.name)}</a>`,
  );
  const state = stateOf({ status: mail.status, attempts: mail.attempts, lastError: mail.lastError });
  return document(
    mail.subject,
    `<p><a href="/demo/mail">All mails</a></p><h1>${markup(mail.subject || "(no subject)")}</h1>
<p>To ${markup(mail.toEmail)} · ${minuteOf(mail.createdAt.toISOString())} · ${state}</p>
${files.length ? `<p>Attached: ${files.join(", ")}</p>` : ""}
<iframe title="The mail" src="/demo/mail/${mail.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text part</h2><pre>${linked(markup(mail.text))}</pre>`,
  );
}

const minuteOf = (moment: string) => `${moment.slice(0, 16).replace("T", " ")} UTC`;

function stateOf(mail: Pick<MessageLogEntry, "status" | "attempts" | "lastError">): string {
  const error = mail.lastError ? `: ${markup(mail.lastError)}` : "";
  if (mail.status === "failed")
    return `<span class="bad">failed after ${mail.attempts} attempts${error}</span>`;
  return mail.status === "queued" && mail.attempts > 0 ? `waiting to be tried again${error}` : mail.status;
}

function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<>[\]]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function document(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${markup(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

/** Text as markup shows it, also within an attribute. */
function markup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
