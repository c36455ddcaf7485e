import { PaypalError } from "./errors.ts";
import { detailOf, type Findings, noFindings } from "./issues.ts";
import { type Money, toMinor } from "./money.ts";
import type { PaypalClient } from "./options.ts";
import { isObject, type JsonObject, readMoney, readObject, readText } from "./read.ts";
import type { Breakdown, OrderTerms, Payee, PurchaseUnit } from "./state.ts";

const PLUS = ["item_total", "tax_total", "shipping", "handling", "insurance"];
const MINUS = ["shipping_discount", "discount"];

/**
 * Checks the body of POST /v2/checkout/orders as PayPal does: what violates the schema is a 400, what
 * doesn't add up a 422, with each offending field named. One purchase unit of intent CAPTURE, paid by
 * PayPal's own buttons, is what this emulator speaks.
 */
export function readOrderRequest(
  body: unknown,
  client: PaypalClient,
  accounts: Iterable<PaypalClient>,
): OrderTerms {
  if (!isObject(body)) throw new PaypalError("INVALID_REQUEST", [detailOf("MALFORMED_REQUEST_JSON")]);
  const findings = noFindings();
  const intent = readText(body, "intent", "", findings, {
    max: 255,
    required: true,
    oneOf: ["CAPTURE", "AUTHORIZE"],
  });
  if (intent === "AUTHORIZE") findings.malformed.push(detailOf("NOT_SUPPORTED", "/intent", intent));
  const units = body.purchase_units;
  let unit: PurchaseUnit | undefined;
  let payee: Payee = { email_address: client.email, merchant_id: client.merchantId };
  if (units === undefined) {
    findings.malformed.push(detailOf("MISSING_REQUIRED_PARAMETER", "/purchase_units"));
  } else if (!Array.isArray(units) || !units.every(isObject)) {
    findings.malformed.push(detailOf("INVALID_PARAMETER_SYNTAX", "/purchase_units"));
  } else if (units.length === 0) {
    findings.malformed.push(detailOf("INVALID_ARRAY_MIN_ITEMS", "/purchase_units"));
  } else if (units.length > 1) {
    const issue = units.length > 10 ? "INVALID_ARRAY_MAX_ITEMS" : "NOT_SUPPORTED";
    findings.malformed.push(detailOf(issue, "/purchase_units"));
  } else {
    unit = readUnit(units[0] as JsonObject, findings);
    payee = readPayee(units[0] as JsonObject, payee, accounts, findings);
  }
  const context = readContext(body, findings);
  if (findings.malformed.length > 0) throw new PaypalError("INVALID_REQUEST", findings.malformed);
  if (findings.unprocessable.length > 0)
    throw new PaypalError("UNPROCESSABLE_ENTITY", findings.unprocessable);
  return { unit: unit as PurchaseUnit, payee, ...context };
}

/** A description's limit is in US ASCII characters; of others PayPal takes fewer: as few as they have bytes, at the worst. */
const asciiLength = (text: string) => Buffer.byteLength(text);

function readUnit(source: JsonObject, findings: Findings): PurchaseUnit {
  const at = "/purchase_units/@reference_id=='default'";
  const amount = readMoney(source, "amount", at, findings, { required: true });
  const breakdown = isObject(source.amount)
    ? readBreakdown(source.amount, `${at}/amount`, findings)
    : undefined;
  const items = readItems(source, at, findings);
  if (amount && breakdown) checkSums(amount, breakdown, at, findings);
  if (amount && items.length > 0) checkItems(amount, breakdown, items, at, findings);
  const texts: Partial<Record<"description" | "custom_id" | "invoice_id" | "soft_descriptor", string>> = {};
  for (const name of ["description", "custom_id", "invoice_id", "soft_descriptor"] as const) {
    const text = readText(source, name, at, findings, {
      max: name === "soft_descriptor" ? 22 : 127,
      ...(name === "description" ? { lengthOf: asciiLength } : {}),
    });
    if (text !== undefined) texts[name] = text;
  }
  return {
    reference_id: readText(source, "reference_id", at, findings, { max: 256 }) ?? "default",
    amount: {
      ...(amount ?? { currency_code: "", value: "" }),
      ...(breakdown ? { breakdown } : {}),
    },
    ...texts,
    ...(items.length > 0 ? { items } : {}),
  };
}

function readBreakdown(amount: JsonObject, at: string, findings: Findings): Breakdown | undefined {
  const source = readObject(amount, "breakdown", at, findings);
  if (!source) return undefined;
  const breakdown: Breakdown = {};
  for (const name of [...PLUS, ...MINUS]) {
    const part = readMoney(source, name, `${at}/breakdown`, findings, { zeroAllowed: true });
    if (part) breakdown[name] = part;
  }
  return breakdown;
}

function checkSums(amount: Money, breakdown: Breakdown, at: string, findings: Findings): void {
  const parts = Object.entries(breakdown);
  if (parts.some(([, part]) => part.currency_code !== amount.currency_code)) {
    findings.unprocessable.push(detailOf("MULTI_CURRENCY_ORDER", `${at}/amount/breakdown`));
    return;
  }
  let sum = 0n;
  for (const [name, part] of parts) sum += MINUS.includes(name) ? -toMinor(part) : toMinor(part);
  if (sum !== toMinor(amount)) {
    findings.unprocessable.push(detailOf("AMOUNT_MISMATCH", `${at}/amount/value`, amount.value));
  }
}

type Item = { unit_amount?: Money; tax?: Money; quantity?: string };

function readItems(source: JsonObject, at: string, findings: Findings): Item[] {
  if (source.items === undefined) return [];
  if (!Array.isArray(source.items) || !source.items.every(isObject)) {
    findings.malformed.push(detailOf("INVALID_PARAMETER_SYNTAX", `${at}/items`));
    return [];
  }
  return source.items.map((item, index) => {
    const pointer = `${at}/items/${index}`;
    readText(item, "name", pointer, findings, { required: true });
    readText(item, "description", pointer, findings, { min: 0, lengthOf: asciiLength });
    readText(item, "sku", pointer, findings, { min: 0 });
    readText(item, "category", pointer, findings, { oneOf: ["DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION"] });
    const quantity = readText(item, "quantity", pointer, findings, { max: 10, required: true });
    if (quantity !== undefined && !/^[1-9][0-9]*$/.test(quantity)) {
      findings.malformed.push(detailOf("INVALID_PARAMETER_SYNTAX", `${pointer}/quantity`, quantity));
    }
    const unit_amount = readMoney(item, "unit_amount", pointer, findings, {
      required: true,
      zeroAllowed: true,
    });
    const tax = readMoney(item, "tax", pointer, findings, { zeroAllowed: true });
    return { ...item, ...(unit_amount ? { unit_amount } : {}), ...(tax ? { tax } : {}), quantity };
  }) as Item[];
}

function checkItems(
  amount: Money,
  breakdown: Breakdown | undefined,
  items: Item[],
  at: string,
  findings: Findings,
): void {
  if (findings.malformed.length > 0) return;
  const total = (price: (item: Item) => Money | undefined): bigint =>
    items.reduce((sum, item) => {
      const each = price(item);
      return each ? sum + toMinor(each) * BigInt(item.quantity ?? "0") : sum;
    }, 0n);
  if (items.some((item) => item.unit_amount && item.unit_amount.currency_code !== amount.currency_code)) {
    findings.unprocessable.push(detailOf("MULTI_CURRENCY_ORDER", `${at}/items`));
  } else if (!breakdown?.item_total) {
    findings.unprocessable.push(detailOf("ITEM_TOTAL_REQUIRED", `${at}/amount/breakdown/item_total`));
  } else if (total((item) => item.unit_amount) !== toMinor(breakdown.item_total)) {
    findings.unprocessable.push(detailOf("ITEM_TOTAL_MISMATCH", `${at}/amount/breakdown/item_total/value`));
  }
  const taxes = total((item) => item.tax);
  if (taxes > 0n && !breakdown?.tax_total) {
    findings.unprocessable.push(detailOf("TAX_TOTAL_REQUIRED", `${at}/amount/breakdown/tax_total`));
  } else if (
    breakdown?.tax_total &&
    items.some((item) => item.tax) &&
    taxes !== toMinor(breakdown.tax_total)
  ) {
    findings.unprocessable.push(detailOf("TAX_TOTAL_MISMATCH", `${at}/amount/breakdown/tax_total/value`));
  }
}

/** Whoever makes an order may name any account as its payee; PayPal refuses the ones that it does not know. */
function readPayee(
  source: JsonObject,
  own: Payee,
  accounts: Iterable<PaypalClient>,
  findings: Findings,
): Payee {
  const at = "/purchase_units/@reference_id=='default'";
  const payee = readObject(source, "payee", at, findings);
  if (!payee) return own;
  const email = readText(payee, "email_address", `${at}/payee`, findings, { max: 254 });
  const merchant = readText(payee, "merchant_id", `${at}/payee`, findings, { min: 13, max: 13 });
  const found = [...accounts].find(
    (account) =>
      (email !== undefined || merchant !== undefined) &&
      (email === undefined || email.toLowerCase() === account.email.toLowerCase()) &&
      (merchant === undefined || merchant === account.merchantId),
  );
  if (found) return { email_address: found.email, merchant_id: found.merchantId };
  findings.unprocessable.push(detailOf("PAYEE_ACCOUNT_INVALID", `${at}/payee`));
  return own;
}

function readContext(body: JsonObject, findings: Findings): Omit<OrderTerms, "unit" | "payee"> {
  const source = readObject(body, "payment_source", "", findings);
  const unknown = source && Object.keys(source).find((name) => name !== "paypal");
  if (unknown) findings.malformed.push(detailOf("NOT_SUPPORTED", `/payment_source/${unknown}`));
  const paypal = source && readObject(source, "paypal", "/payment_source", findings);
  const newer = paypal && readObject(paypal, "experience_context", "/payment_source/paypal", findings);
  const older = readObject(body, "application_context", "", findings);
  const context = newer ?? older ?? {};
  const at = newer ? "/payment_source/paypal/experience_context" : "/application_context";
  readText(context, "shipping_preference", at, findings, {
    max: 24,
    oneOf: ["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"],
  });
  readText(context, "user_action", at, findings, { oneOf: ["CONTINUE", "PAY_NOW"] });
  readText(context, "locale", at, findings, { min: 2, max: 10 });
  const brandName = readText(context, "brand_name", at, findings);
  const returnUrl = readUrl(context, "return_url", at, findings);
  const cancelUrl = readUrl(context, "cancel_url", at, findings);
  return {
    paypalSource: paypal !== undefined,
    ...(brandName === undefined ? {} : { brandName }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
    ...(cancelUrl === undefined ? {} : { cancelUrl }),
  };
}

function readUrl(context: JsonObject, name: string, at: string, findings: Findings): string | undefined {
  const text = readText(context, name, at, findings, { max: 4000 });
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  findings.malformed.push(detailOf("INVALID_PARAMETER_SYNTAX", `${at}/${name}`, text));
  return undefined;
}
