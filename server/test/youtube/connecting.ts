import type { Person, TestShop } from "../helpers/test-shop.ts";
import { main } from "./youtube-shop.ts";

/** A shop in this process or in another. */
export type Asked = Pick<TestShop, "send">;

export interface Consent {
  channel?: string;
  deny?: boolean;
  /** A scope that the person leaves out. */
  without?: string;
}

/** The person's way over Google's page of consent: the path of the shop that its redirect leads to. */
export async function consent(
  address: string,
  { channel = main.id, deny, without }: Consent = {},
): Promise<string> {
  const page = await (await fetch(address)).text();
  const ask = /name="ask" value="([^"]+)"/.exec(page)![1]!;
  const scopes = [...page.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!);
  const form = new URLSearchParams({
    login: "demo",
    name: "Demo",
    ask,
    choice: channel,
    decision: deny ? "deny" : "allow",
  });
  for (const scope of scopes) if (!without || !scope.endsWith(without)) form.append("scope", scope);
  const { origin } = new URL(address);
  const answer = await fetch(`${origin}/youtube/consent`, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(answer.headers.get("location")!);
  return `${back.pathname}${back.search}`;
}

export async function startConnecting(
  shop: Asked,
  as: Person,
  purpose: "list" | "set" = "set",
  returnTo = "/videos?tab=1",
): Promise<string> {
  const body = { purpose, returnTo };
  const { body: answer } = await shop.send({ method: "POST", url: "/api/youtube/connect", body, as });
  return answer.data.url;
}

/** The whole way, from the button until the browser is back in the shop; answers where. */
export async function connect(
  shop: Asked,
  as: Person,
  { purpose, ...choice }: Consent & { purpose?: "list" | "set" } = {},
): Promise<string> {
  const back = await consent(await startConnecting(shop, as, purpose), choice);
  const answer = await shop.send({ url: back, as });
  return String(answer.headers.location);
}

export const connectionOf = async (shop: Asked, as: Person) =>
  (await shop.send({ url: "/api/youtube/connection", as })).body.data;

/** A shop's process, asked as one in this process is. */
export const processShop = (url: string): Asked => ({
  async send({ method = "GET", url: path, body, as, headers = {} }) {
    const answer = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(as ? { cookie: as.cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: answer.status,
      text,
      body: isJson ? JSON.parse(text) : null,
      headers: Object.fromEntries(answer.headers),
    };
  },
});
