import type { Consent } from "./provider.ts";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 1.5rem; }
form { display: grid; gap: 0.75rem; }
label { display: grid; gap: 0.25rem; }
label.row { grid-template-columns: auto 1fr; align-items: center; }
input, select, button { font: inherit; padding: 0.5rem; min-height: 2.75rem; }
input[type=checkbox] { min-height: 0; width: 1.25rem; height: 1.25rem; }
</style>
</head>
<body>
<main>${main}</main>
</body>
</html>
`;

/** Asks who the person is, which the real page knows, and whether the application may know it. */
export function consentPage(
  options: { title: string; scopes: string[]; action: string; ask: string } & Consent,
): string {
  const title = escaped(options.title);
  const { scopes, scopeTexts, choices } = options;
  const asked = scopeTexts
    ? scopes
        .map(
          (scope) =>
            `<label class="row"><input type="checkbox" name="scope" value="${escaped(scope)}" checked> ${escaped(scopeTexts[scope] ?? scope)}</label>`,
        )
        .join("\n")
    : "";
  const chosen = choices
    ? `<label>${escaped(choices.label)} <select name="choice">${choices.options
        .map(({ value, label }) => `<option value="${escaped(value)}">${escaped(label)}</option>`)
        .join("")}</select></label>`
    : "";
  return page(
    `Sign in with ${options.title}`,
    `<h1>Sign in with ${title}</h1>
<p>This is a local emulator for ${title}, which asks who you are in place of knowing it. Nothing leaves this machine.</p>
<p>The shop asks for: ${scopeTexts ? "what is ticked below." : escaped(scopes.join(", "))}</p>
<form method="post" action="${escaped(options.action)}">
<input type="hidden" name="ask" value="${escaped(options.ask)}">
<label>Account <input name="login" value="demo" required pattern="[A-Za-z0-9._\\-]+" autocomplete="off"></label>
<label>Name <input name="name" value="Demo Person" autocomplete="off"></label>
<label>Email, empty for none <input name="email" type="email" value="demo.${title.toLowerCase()}@example.com" autocomplete="off"></label>
<label class="row"><input type="checkbox" name="verified" value="yes" checked> ${title} has confirmed this email</label>
${chosen}
${asked}
<button name="decision" value="allow">Continue</button>
<button name="decision" value="deny" formnovalidate>Cancel</button>
</form>`,
  );
}

export const errorPage = (title: string, message: string): string =>
  page(`${title}: error`, `<h1>${escaped(title)}</h1><p>${escaped(message)}</p>`);
