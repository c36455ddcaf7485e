import { type Authenticator, softwareAuthenticator } from "../helpers/authenticator.ts";
import { type Answer, cookieOf, type Person, type TestShop } from "../helpers/test-shop.ts";

const path = (name: string) => `/api/auth/passkey/${name}`;

export const send = (shop: TestShop, name: string, body?: unknown, cookie?: string): Promise<Answer> =>
  shop.send({
    method: "POST",
    url: path(name),
    ...(body === undefined ? {} : { body }),
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });

/** What a challenge was, and the cookies of the browser that asked for it. */
export interface Asked {
  options: { challenge: string } & Record<string, unknown>;
  cookie: string;
}

async function ask(shop: TestShop, name: string, person?: Pick<Person, "cookie">): Promise<Asked> {
  const answer = await send(shop, name, undefined, person?.cookie);
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
  return { options: answer.body, cookie: [person?.cookie, cookieOf(answer)].filter(Boolean).join("; ") };
}

export const askToMake = (shop: TestShop, person: Pick<Person, "cookie">) =>
  ask(shop, "generate-register-options", person);
export const askToUse = (shop: TestShop, person?: Person) =>
  ask(shop, "generate-authenticate-options", person);

/** Gives a person a passkey. */
export async function addPasskey(
  shop: TestShop,
  person: Pick<Person, "cookie">,
  name = "A phone",
): Promise<Authenticator> {
  const authenticator = softwareAuthenticator();
  const { options, cookie } = await askToMake(shop, person);
  const body = { name, response: authenticator.make(options) };
  const made = await send(shop, "verify-registration", body, cookie);
  if (made.status !== 200) throw new Error(`the passkey was answered ${made.status}: ${made.text}`);
  return authenticator;
}

/** Signs in by a passkey in a browser of its own, or in the one that asked. */
export async function signInByPasskey(
  shop: TestShop,
  authenticator: Authenticator,
  { manner, asked }: { manner?: Parameters<Authenticator["use"]>[1]; asked?: Asked } = {},
): Promise<Answer> {
  const { options, cookie } = asked ?? (await askToUse(shop));
  return send(shop, "verify-authentication", { response: authenticator.use(options, manner) }, cookie);
}
