import PDFDocument from "pdfkit";
import { counted } from "#contract/counted.ts";
import { displayMoney, taxIncluded } from "#contract/money.ts";
import { receiptName } from "#contract/orders.ts";
import { dateIn } from "#contract/time-zone.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { reusePacked, withKeptSubset } from "./kept-subsets.ts";
import { findRefunds, type OrderRow, type Refund, type SellerBlock } from "./orders.repository.ts";
import { mainFont, type Weight } from "./receipt-fonts.ts";
import { heightOf, ink, margin, put, setFont } from "./receipt-text.ts";
import { type Logo, logoOf, sellerOf } from "./seller.ts";

const muted = "#6b6560";
const line = "#ddd8d2";

export interface Seller extends SellerBlock {
  appUrl: string;
  logo: Logo | null;
}

export interface Receipt {
  /** File name: "receipt-R-000042.pdf". */
  name: string;
  bytes: Buffer;
}

/** The receipt of an order; one that was never paid has none. */
export async function makeReceipt(platform: Platform, order: OrderRow): Promise<Receipt> {
  if (order.receiptNumber === null)
    throw failure("CONFLICT", "There is no receipt before the order is paid.");
  const seller = await sellerOf(platform, order);
  const logo = await logoOf(platform, seller.logoUrl);
  const refunds = order.refundedMinor > 0 ? await findRefunds(platform.db, order) : [];
  const bytes = await receiptPdf(order, { ...seller, logo, appUrl: platform.config.appUrl }, refunds);
  return { name: `receipt-${receiptName(order.receiptNumber)}.pdf`, bytes };
}

/** The receipt of a paid order as a PDF; the same order and refunds always give the same text. */
async function receiptPdf(order: OrderRow, seller: Seller, refunds: Refund[]): Promise<Buffer> {
  const number = receiptName(order.receiptNumber ?? 0);
  const paidAt = order.paidAt ?? order.createdAt;
  const dated = datesIn(seller.timeZone);
  const doc = new PDFDocument({
    size: "A4",
    margin,
    // Else the library reads a font of its own for each document.
    font: null as unknown as string,
    info: {
      Title: `Receipt ${number}`,
      Author: seller.name || seller.shopName,
      CreationDate: paidAt,
      ModDate: paidAt,
    },
  });
  const bytes = collect(doc);
  reusePacked(doc);
  for (const font of [mainFont(400), mainFont(700)]) {
    setFont(doc, font);
    withKeptSubset(doc, font.name);
  }
  const width = doc.page.width - 2 * margin;

  head(doc, seller);
  doc.moveDown(2);
  put(doc, `Receipt ${number}`, { size: 16, weight: 700 });
  doc.moveDown(0.8);

  const facts: [string, string][] = [
    ["Date of payment", dated(paidAt)],
    ["Order", `${order.orderId} of ${dated(order.createdAt)}`],
    ["Payment", order.paymentId],
    ["PayPal transaction", order.paypalTransactionId ?? ""],
    ["Customer", order.customerName],
    ["E-mail", order.customerEmail],
    ["Address", order.address],
    ["Country", order.country],
  ];
  for (const [label, text] of facts.filter(([, value]) => value)) pair(doc, label, text, width);
  doc.moveDown(1.2);

  rule(doc, width);
  amount(doc, describe(order), displayMoney(order.priceMinor, order.currency), width);
  couponLine(doc, order, width);
  if (order.feeMinor > 0) amount(doc, "Processing fee", displayMoney(order.feeMinor, order.currency), width);
  rule(doc, width);
  amount(doc, "Total paid", displayMoney(order.totalMinor, order.currency), width, 700);
  taxLines(doc, order.totalMinor, order, width);
  if (order.refundedMinor > 0) {
    rule(doc, width);
    for (const [label, minor] of refundLines(order, refunds, dated))
      amount(doc, label, displayMoney(-minor, order.currency), width);
    amount(
      doc,
      "Remaining",
      displayMoney(order.totalMinor - order.refundedMinor, order.currency),
      width,
      700,
    );
    taxLines(doc, order.totalMinor - order.refundedMinor, order, width);
  }
  doc.moveDown(1.5);
  const paidBy = order.totalMinor === 0 ? "the coupon" : "PayPal";
  put(doc, `Paid by ${paidBy} in ${order.currency}. Thank you for your purchase.`, {
    size: 10,
    colour: muted,
  });
  if (seller.note) {
    doc.moveDown(0.6);
    for (const text of seller.note.split("\n")) put(doc, text, { size: 10, colour: muted });
  }
  doc.end();
  return bytes;
}

/** Who sells: logo or name, then what the law asks of an invoice. */
function head(doc: PDFKit.PDFDocument, seller: Seller): void {
  if (seller.logo) {
    const top = doc.y;
    const [width, height] = [160, 44];
    if (seller.logo.isLight) doc.roundedRect(margin - 8, top - 8, width + 16, height + 16, 6).fill(ink);
    doc.image(seller.logo.png, margin, top, { fit: [width, height] });
    doc.y = top + height + 14;
  }
  const name = seller.name || seller.shopName;
  put(doc, name, seller.logo ? { size: 11, weight: 700 } : { size: 20, weight: 700 });
  for (const text of seller.address.split("\n").filter(Boolean)) put(doc, text, { size: 9, colour: muted });
  if (seller.vatId) put(doc, `VAT ID ${seller.vatId}`, { size: 9, colour: muted });
  put(doc, seller.appUrl, { size: 9, colour: muted });
}

/** What the coupon took off the price; the credits that it added are among those of the line above. */
function couponLine(doc: PDFKit.PDFDocument, order: OrderRow, width: number): void {
  if (!order.couponCode) return;
  const added = order.extraCredits > 0 ? ` (${order.extraCredits} of the credits)` : "";
  amount(
    doc,
    `Coupon ${order.couponCode}${added}`,
    displayMoney(-order.discountMinor, order.currency),
    width,
  );
}

const datesIn =
  (timeZone = "UTC") =>
  (at: Date) =>
    `${dateIn(timeZone, at)} (${timeZone})`;

/** Each with its day and PayPal's number, which the receipt's own number does not tell apart. */
function refundLines(
  { refundedMinor }: OrderRow,
  refunds: Refund[],
  dated: (at: Date) => string,
): [label: string, minor: number][] {
  const lines = refunds.map(({ id, at, minor }): [string, number] => [
    `Refunded on ${dated(at)}, ${id}`,
    minor,
  ]);
  // A dispute that is lost may have no refund of its own, or count as one with it.
  const rest = refundedMinor - refunds.reduce((total, { minor }) => total + minor, 0);
  if (rest < 0) return [["Refunded", refundedMinor]];
  return rest > 0 ? [...lines, ["Refunded", rest]] : lines;
}

/** Net and tax of a gross amount; nothing where the shop has set no rate. */
function taxLines(
  doc: PDFKit.PDFDocument,
  grossMinor: number,
  { taxBasisPoints, currency }: OrderRow,
  width: number,
): void {
  if (taxBasisPoints === 0) return;
  const tax = taxIncluded(grossMinor, taxBasisPoints);
  amount(doc, "Net", displayMoney(grossMinor - tax, currency), width, 400, muted);
  amount(doc, `VAT ${taxBasisPoints / 100}%, included`, displayMoney(tax, currency), width, 400, muted);
}

function describe(order: OrderRow): string {
  if (order.kind === "item") return order.productName;
  const parts = [
    order.credit > 0 ? counted(order.credit, "credit") : "",
    order.validityDays > 0 ? `${counted(order.validityDays, "day")} of membership` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `${order.productName} (${parts.join(", ")})` : order.productName;
}

interface Cell {
  text: string;
  x?: number;
  width: number;
  colour?: string;
  align?: "right";
}

function pair(doc: PDFKit.PDFDocument, label: string, text: string, width: number): void {
  const cells = [
    { text: label, width: 130, colour: muted },
    { text, x: margin + 140, width: width - 140 },
  ];
  row(doc, cells, { size: 10 }, 3);
}

function amount(
  doc: PDFKit.PDFDocument,
  label: string,
  text: string,
  width: number,
  weight: Weight = 400,
  colour = ink,
): void {
  const cells: Cell[] = [
    { text: label, width: width - 120 },
    { text, x: margin + width - 110, width: 110, align: "right" },
  ];
  row(doc, cells, { size: 11, weight, colour }, 4);
}

/** Side by side on one page: what does not fit begins the next one. */
function row(
  doc: PDFKit.PDFDocument,
  cells: readonly Cell[],
  style: { size: number; weight?: Weight; colour?: string },
  gap: number,
): void {
  const height = Math.max(...cells.map((cell) => heightOf(doc, cell.text, { ...style, ...cell })));
  if (doc.y + height > doc.page.maxY()) doc.addPage();
  const y = doc.y;
  const ends = cells.map(({ text, ...cell }) => {
    put(doc, text, { ...style, ...cell, y });
    return doc.y;
  });
  doc.y = Math.max(...ends) + gap;
}

function rule(doc: PDFKit.PDFDocument, width: number): void {
  doc.y += 4;
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + width, doc.y)
    .lineWidth(0.7)
    .strokeColor(line)
    .stroke();
  doc.y += 8;
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
}
