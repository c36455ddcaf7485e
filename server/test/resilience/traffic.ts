import { setTimeout as pause } from "node:timers/promises";
import { newId } from "#server/db/ids.ts";
import { billing } from "../payments/paypal-shop.ts";
import type { Actor, Fixture, Reply } from "./fixtures.ts";

/** What the world outside knows of its dealings with the shop: whatever was confirmed must be found there. */
export interface Diary {
  /** How often each status was answered; "broken" stands for a connection that broke. */
  statuses: Map<number | "broken", number>;
  /** Bodies of answers of 500 and above that are not a plain "not now". */
  faults: string[];
  /** Idempotency key of each run that was asked for, with the id where the shop confirmed it. */
  generations: Map<string, { person: Actor; id: string | null }>;
  /** PayPal's order ids that the payer approved. */
  approved: Set<string>;
  /** Confirmed tickets by their subject. */
  tickets: Set<string>;
  /** Confirmed messages of the admin by their subject. */
  messages: Set<string>;
}

export interface Traffic {
  diary: Diary;
  /** Ends it; resolves when every actor has heard its last answer. */
  stop(): Promise<void>;
  /** Until so many answers of any kind have come since the call. */
  answers(count: number): Promise<void>;
}

/**
 * Readers, people who make thumbnails, buyers, writers to support and an admin, each doing one thing after another.
 * A diary that was begun before is carried on.
 */
export function startTraffic(fixture: Fixture, begun?: Diary): Traffic {
  const diary: Diary = begun ?? {
    statuses: new Map(),
    faults: [],
    generations: new Map(),
    approved: new Set(),
    tickets: new Set(),
    messages: new Set(),
  };
  let going = true;
  let answered = 0;

  async function ask(method: string, path: string, as: Actor | null, body?: object): Promise<Reply> {
    const reply = await fixture.call(method, path, as, body);
    const status = reply.status ?? "broken";
    diary.statuses.set(status, (diary.statuses.get(status) ?? 0) + 1);
    if (reply.status !== null && reply.status >= 500 && reply.status !== 503)
      diary.faults.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`);
    answered += 1;
    await pause(reply.status === null || reply.status === 503 ? 100 : 40);
    return reply;
  }

  async function read(person: Actor): Promise<void> {
    for (const path of ["/api/viewer", "/packages", "/api/credits/entries", "/api/generations", "/orders"])
      await ask("GET", path, person);
  }

  async function makeThumbnails(person: Actor): Promise<void> {
    const idempotencyKey = newId();
    diary.generations.set(idempotencyKey, { person, id: null });
    const input = {
      title: "A title",
      niche: "business",
      style: "bold",
      customPrompt: "A desk",
      idempotencyKey,
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status, body } = await ask("POST", "/api/generations", person, input);
      if (status !== 202) {
        if (status !== null && status < 500) return;
        continue;
      }
      diary.generations.set(idempotencyKey, { person, id: body.data.id });
      // A picture takes the processor as long as thirty other answers, and they all are to be met by what comes.
      return pause(500);
    }
  }

  async function buy(person: Actor): Promise<void> {
    const clientId = newId();
    const again = async (method: string, path: string, body: object) => {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const reply = await ask(method, path, person, body);
        if (reply.status !== null && reply.status < 300) return reply.body.data;
      }
      return null;
    };
    const order = await again("POST", "/new-order", {
      ...billing,
      packageId: fixture.packageId,
      orderId: clientId,
    });
    const made =
      order && (await again("POST", "/api/paypal/orders", { orderId: order._id, kind: "package" }));
    if (!made) return;
    const approved = await fixture.paypal.control("POST", `/approve/${made.id}`, {});
    if (approved.status === 200) diary.approved.add(made.id);
    // Now and then the browser is closed here, and the shop has to find out by itself.
    if (Math.random() < 0.2) return;
    const { status } = await ask("POST", `/api/paypal/orders/${made.id}/capture`, person, {});
    if (status === 200 && Math.random() < 0.5) await refund(order._id);
  }

  /** The same key each time, so that a repeat after a broken connection gives nothing back twice. */
  async function refund(id: string): Promise<void> {
    const body = { amount: "5.00", idempotencyKey: newId() };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status } = await ask("POST", `/api/orders/${id}/refund`, fixture.admin, body);
      if (status !== null && status < 500) return;
    }
  }

  async function write(person: Actor): Promise<void> {
    const subject = `Question ${newId()}`;
    const { status } = await ask("POST", "/new-support-message", person, {
      subject,
      message: "How does it work?",
    });
    if (status === 201) diary.tickets.add(subject);
    await pause(300);
  }

  async function administer(): Promise<void> {
    for (const path of ["/orders", "/users", "/message-log", "/support-messages"])
      await ask("GET", path, fixture.admin);
    const subject = `News ${newId()}`;
    const message = { toEmail: fixture.people[0]!.email, subject, messageBody: "<p>Hello</p>" };
    const { status } = await ask("POST", "/send-message", fixture.admin, message);
    if (status === 200) diary.messages.add(subject);
    await pause(300);
  }

  async function keep(work: () => Promise<void>): Promise<void> {
    while (going) await work();
  }

  const actors = fixture.people.flatMap((person, number) => [
    keep(() => makeThumbnails(person)),
    keep(() => (number % 2 === 0 ? buy(person) : read(person))),
  ]);
  actors.push(
    keep(() => write(fixture.people.at(-1)!)),
    keep(administer),
  );

  return {
    diary,
    async stop() {
      going = false;
      await Promise.all(actors);
    },
    async answers(count) {
      const goal = answered + count;
      while (going && answered < goal) await pause(10);
    },
  };
}

/** A line of figures: how often each status was answered. */
export function figuresOf({ statuses }: Diary): string {
  return [...statuses]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

/** The lines of a shop's log that tell of a fault. */
export function faultsIn(log: string): string {
  return log
    .split("\n")
    .filter((line) => line.includes('"msg":"unexpected error"') || !line.startsWith("{"))
    .join("\n");
}
