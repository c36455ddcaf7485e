import { dayMs } from "#contract/day.ts";
import { newId } from "#server/db/ids.ts";
import { defaultShopSettings } from "#server/features/settings/settings.service.ts";
import { later } from "./chance.ts";
import { giveBack } from "./give-back.ts";
import { failures, firstNames, homes, ideas, lastNames, questions } from "./ideas.ts";
import { balanceOf, bookGeneration } from "./ledger-lines.ts";
import { type Buyer, mail, type Past } from "./past.ts";
import { sell } from "./sale.ts";

/** So many days the history reaches back. */
export const historyDays = 60;

/** Who joined, bought and made pictures in the days before; more of them the later it gets. */
export function liveThrough(past: Past, people: number): void {
  for (let n = 0; n < people; n += 1) live(past, join(past, n, people));
  ask(past);
}

function join({ rows, chance, now }: Past, n: number, people: number): Buyer {
  const start = now.getTime() - historyDays * dayMs;
  // The exponent makes a shop that grows: the later half of its days brings two thirds of its people.
  const around = start + ((n + 0.5) / people) ** 0.7 * historyDays * dayMs;
  const createdAt = chance.moment(
    new Date(around - 3 * dayMs),
    new Date(Math.min(around + dayMs, now.getTime() - dayMs / 8)),
  );
  const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)];
  const [address, country] = chance.pick(homes);
  const plain = last
    .normalize("NFD")
    .replace(/[^A-Za-z]+/g, "")
    .toLowerCase();
  const buyer: Buyer = {
    id: newId(createdAt.getTime()),
    name: `${first} ${last}`,
    email: `${plain}${n + 11}@example.com`,
    address,
    country,
    termsVersion: 1,
    termsAcceptedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  };
  rows.users.push(buyer);
  rows.balances.set(buyer.id, 0);
  return buyer;
}

/** Buys, makes pictures until the credits are used up, and buys again or stays away. */
function live(past: Past, buyer: Buyer): void {
  const { rows, chance, now, goods } = past;
  let at = later(buyer.createdAt, chance.between(120, 4_000));
  for (let round = 0; round < 6 && at < now; round += 1) {
    if (chance.hits(round === 0 ? 0.12 : 0.3)) return;
    if (chance.hits(0.1)) {
      // In turns, so that each occurs at whatever hour the history is made.
      const given = rows.attempts.filter(({ state }) => state !== "completed").length;
      sell(past, buyer, chance.pick(goods.package), at, given % 2 === 0 ? "declined" : "unpaid");
      at = chance.daysAfter(at, 0.1, 2);
      if (at >= now) return;
    }
    const order = sell(
      past,
      buyer,
      chance.pick([...goods.package.slice(0, 2), ...goods.package]),
      at,
      "paid",
    );
    if (round === 0 && chance.hits(0.07)) {
      const back = chance.daysAfter(order.paidAt!, 0.2, 1.5);
      const half = rows.refundRequests.length % 3 === 1;
      const note = half ? "Half, as agreed" : chance.pick(["Bought by mistake", "Changed their mind"]);
      if (back < now) giveBack(past, buyer, order, back, note, half);
      return;
    }
    if (chance.hits(0.25) && goods.item.length > 0) {
      const next = later(order.paidAt!, chance.between(300, 3_000));
      if (next < now) sell(past, buyer, chance.pick(goods.item), next, chance.hits(0.9) ? "paid" : "unpaid");
    }
    at = makePictures(past, buyer, later(order.paidAt!, chance.between(3_200, 5_000)));
  }
}

/** Sittings of one to three runs with some days between them. Some stay away with credits left. Answers when it was over. */
function makePictures({ rows, chance, now, currency }: Past, buyer: Buyer, from: Date): Date {
  let at = from;
  while (balanceOf(rows, buyer.id) >= 2) {
    for (let left = Math.ceil(chance.between(0, 3)); left > 0 && balanceOf(rows, buyer.id) >= 2; left -= 1) {
      const finishedAt = later(at, chance.between(7, 16));
      if (finishedAt >= now) return now;
      run(
        { rows, currency },
        buyer.id,
        chance.pick(ideas),
        at,
        finishedAt,
        chance.hits(0.05) ? chance.pick(failures) : null,
      );
      at = later(finishedAt, chance.between(60, 600));
    }
    if (chance.hits(0.12)) return now;
    at = chance.daysAfter(at, 3, 12);
  }
  return at;
}

function run(
  { rows, currency }: Pick<Past, "rows" | "currency">,
  userId: string,
  [title, niche, style]: (typeof ideas)[number],
  startedAt: Date,
  finishedAt: Date,
  failure: (typeof failures)[number] | null,
): void {
  const id = newId(startedAt.getTime());
  const cost = 1;
  rows.generations.push({
    id,
    userId,
    idempotencyKey: newId(),
    stage: failure ? "failed" : "done",
    title,
    niche,
    style,
    customPrompt: `A scene that shows “${title}” at one glance, with one clear subject and its words in large letters.`,
    error: failure?.[0] ?? null,
    errorReason: failure?.[1] ?? null,
    refunded: failure !== null,
    cost,
    createdAt: startedAt,
    startedAt,
    finishedAt,
  });
  const call = {
    userId,
    generationId: id,
    purpose: "picture",
    model: defaultShopSettings.imageModel,
  } as const;
  // As the demo's prices make it: a refused answer costs its tokens alone.
  const came = failure
    ? { tokensIn: 90, tokensOut: 64, pictures: 0, costMicros: 187 }
    : { tokensIn: 90, tokensOut: 1_354, pictures: 1, costMicros: 34_187 };
  for (let n = 0; n < 2; n += 1) rows.modelCalls.push({ ...call, ...came, currency, createdAt: finishedAt });
  bookGeneration(rows, { id, userId, cost, startedAt, finishedAt, failed: failure !== null });
}

/** Tickets of some of them; what is older than two days was answered and closed. */
function ask(past: Past): void {
  const { rows, chance, now, admin } = past;
  const start = new Date(now.getTime() - historyDays * dayMs);
  for (let n = 0; n < 18; n += 1) {
    const createdAt = chance.moment(start, now);
    const from = chance.pick(rows.users.filter((user) => user.createdAt < createdAt));
    if (!from) continue;
    const [subject, message, answer] = questions[n % questions.length]!;
    const id = newId(createdAt.getTime());
    const answeredAt = later(createdAt, chance.between(1_200, 70_000));
    const answered = answeredAt < now;
    const over = now.getTime() - createdAt.getTime() > 2 * dayMs;
    rows.tickets.push({
      id,
      userId: from.id,
      userName: from.name,
      userEmail: from.email,
      subject,
      message,
      status: !answered ? "open" : over ? chance.pick(["resolved", "closed"] as const) : "in-progress",
      priority: chance.pick(["low", "low", "medium", "high"] as const),
      assigneeId: answered ? admin.id : null,
      lastMessageAt: answered ? answeredAt : createdAt,
      createdAt,
      updatedAt: answered ? answeredAt : createdAt,
    });
    const key = `support-notice:${id}:${admin.id}:new`;
    mail(past, createdAt, key, admin.email, "Support notice", `New support message: ${subject}`);
    if (!answered) continue;
    const reply = { ticketId: id, position: 1, message: answer, createdAt: answeredAt };
    rows.messages.push({ ...reply, id: newId(answeredAt.getTime()), sender: "admin", authorId: admin.id });
    for (const userId of [from.id, admin.id]) rows.reads.push({ ticketId: id, userId, readUpTo: 1 });
    mail(past, answeredAt, null, from.email, "Ticket answered", `Re: ${subject}`);
  }
}
