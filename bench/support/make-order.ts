import { randomUUID } from "node:crypto";
import { send, textOf } from "./load.ts";
import type { BenchPerson } from "./shop.ts";

/** The JSON that a call answers to a person's POST; throws where it refuses. */
export async function post<T>(address: string, { cookie }: BenchPerson, body: object): Promise<T> {
  const answer = await send(address, { method: "POST", headers: { cookie }, body: JSON.stringify(body) });
  const text = await textOf(answer);
  if (answer.statusCode! >= 300) throw new Error(`${address} answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text) as T;
}

const billing = { customerName: "Ada Lovelace", address: "1 Road", country: "United Kingdom" };

/** A pending order of a package. */
export async function makeOrder(
  url: string,
  as: BenchPerson,
  packageId: string,
): Promise<{ _id: string; orderId: string }> {
  const form = { ...billing, packageId, orderId: randomUUID() };
  return (await post<{ data: { _id: string; orderId: string } }>(`${url}/new-order`, as, form)).data;
}
