import { randomUUID } from "node:crypto";
import { drain, send } from "./load.ts";
import type { BenchPerson } from "./shop.ts";

interface Shop {
  url: string;
  people: BenchPerson[];
  admin: BenchPerson;
  packageId: string;
}

type Request = { path: string; as?: BenchPerson; body?: object; html?: boolean };

/** What a busy hour asks for: of a thousand requests 10 make thumbnails, 40 order, 50 are an admin's, the rest reads. */
export function mixedRequests({ url, people, admin, packageId }: Shop): () => Promise<number> {
  const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const billing = { customerName: "Ada Lovelace", address: "1 Road", country: "United Kingdom", packageId };
  const run = { title: "A title", niche: "business", style: "bold", customPrompt: "A desk" };

  function choose(): Request {
    const dice = Math.random();
    const as = any(people);
    if (dice < 0.01) return { path: "/api/generations", as, body: { ...run, idempotencyKey: randomUUID() } };
    if (dice < 0.05) return { path: "/new-order", as, body: { ...billing, orderId: randomUUID() } };
    if (dice < 0.1)
      return {
        path: any(["/orders?page=1", "/users?page=1", "/message-log?page=1", "/api/insights"]),
        as: admin,
      };
    if (dice < 0.4)
      return { path: any(["/api/viewer", "/api/generations", "/orders", "/api/credits/entries"]), as };
    if (dice < 0.6) return { path: any(["/", "/premium", "/about", "/contact"]), html: true };
    return { path: any(["/packages", "/items", "/api/viewer"]) };
  }

  return async () => {
    const { path, as, body, html } = choose();
    const answer = await send(url + path, {
      method: body ? "POST" : "GET",
      headers: {
        accept: html ? "text/html" : "application/json",
        "accept-encoding": "br, gzip",
        // Visitors come from many addresses; the shop was told to believe the load's own.
        "x-forwarded-for": `198.51.${Math.floor(Math.random() * 2)}.${Math.floor(Math.random() * 250)}`,
        ...(as ? { cookie: as.cookie } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await drain(answer);
    return answer.statusCode ?? 0;
  };
}
