import { displayMoney, type Money } from "./money.ts";
import type { PaypalClient } from "./options.ts";
import { DEMO_PAYER } from "./orders.ts";
import type { Order } from "./state.ts";

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

function page(base: string, title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escaped(base)}/checkoutnow/app.css">
<script src="${escaped(base)}/checkoutnow/app.js" defer></script>
</head>
<body>
<header>
<p class="demo">Demo checkout: no real money moves.</p>
<div class="top"><span class="mark">PayPal</span><span class="who">Signed in as ${DEMO_PAYER.name.given_name} ${DEMO_PAYER.name.surname}<br>${DEMO_PAYER.email_address}</span></div>
</header>
${main}
</body>
</html>
`;
}

/** What the window shows from the click until the shop has made its order. */
export function waitingPage(base: string): string {
  return page(
    base,
    "Demo checkout",
    `<main><div class="card"><h1>Preparing your payment…</h1><p class="for" role="status">The shop is making the order.</p></div></main>`,
  );
}

const PARTS: Record<string, string> = {
  item_total: "Item",
  handling: "Processing fee",
  tax_total: "Tax",
  shipping: "Shipping",
  insurance: "Insurance",
  shipping_discount: "Shipping discount",
  discount: "Discount",
};

function breakdown(order: Order): string {
  const amount = order.unit.amount;
  const rows = Object.entries(amount.breakdown ?? {}).map(
    ([name, part]) => `<dt>${escaped(PARTS[name] ?? name)}</dt><dd>${money(part)}</dd>`,
  );
  const number = order.unit.custom_id ?? order.unit.invoice_id ?? order.id;
  return `<dl>${rows.join("")}<dt class="total">Total</dt><dd class="total">${money(amount)}</dd><dt>Order</dt><dd>${escaped(number)}</dd></dl>`;
}

const money = (amount: Money): string => escaped(displayMoney(amount));

function choice(value: string, title: string, explanation: string, checked = false): string {
  return `<label><input type="radio" name="instrument" value="${value}"${checked ? " checked" : ""}><b>${title}</b><small>${explanation}</small></label>`;
}

/** `parent` is the origin of the page that opened the window; only it gets the outcome. */
export function approvalPage(
  base: string,
  order: Order,
  client: PaypalClient,
  { card, parent }: { card: boolean; parent: string },
): string {
  const merchant = order.brandName ?? client.name;
  const data = {
    token: order.id,
    parent,
    approve: `${base}/checkoutnow/${order.id}/approve`,
    "return-url": order.returnUrl ?? "",
    "cancel-url": order.cancelUrl ?? "",
  };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`);
  const retry = order.declines > 0 ? `The last way to pay was declined. Please choose another.` : "";
  return page(
    base,
    `Pay ${merchant}`,
    `<main ${attributes.join(" ")}>
<div class="card">
<h1>Pay ${escaped(merchant)}</h1>
<p class="amount">${money(order.unit.amount)}</p>
${order.unit.description === undefined ? "" : `<p class="for">${escaped(order.unit.description)}</p>`}
${breakdown(order)}
<form>
<fieldset><legend>How would you like to pay?</legend>
${
  card
    ? choice("balance", "Demo card ending in 1111", "The payment goes through at once.", true)
    : choice("balance", "Demo PayPal balance", "The payment goes through at once.", true)
}
${choice("declined", "Pay with a card that is declined", "The bank refuses, and the shop is told so.")}
${choice("pending", "Payment that stays pending (eCheck)", "The money is on its way; the shop has to wait for it.")}
</fieldset>
<button type="submit">Pay now</button>
<button type="button" data-cancel>Cancel and return</button>
</form>
<p class="notice" data-notice role="status">${retry}</p>
</div>
<p class="small">This window stands in for PayPal on this computer. It knows no card, asks for no password and takes no money.</p>
</main>`,
  );
}

/** Where there is nothing to approve. `problem` is what the shop's page is told. */
export function problemPage(
  base: string,
  problem: string,
  { token, parent }: { token: string; parent: string },
): string {
  return page(
    base,
    "This payment can't go on",
    `<main data-token="${escaped(token)}" data-parent="${escaped(parent)}" data-problem="${escaped(problem)}">
<div class="card">
<h1>This payment can't go on</h1>
<p class="for">${escaped(problem)}</p>
<button type="button" data-cancel>Return to the shop</button>
<p class="notice" data-notice role="status"></p>
</div>
</main>`,
  );
}
