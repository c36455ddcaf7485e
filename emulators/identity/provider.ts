import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuthorizationRequest, Expiring, Fields, Grant } from "./grants.ts";

export const providerNames = ["google", "facebook", "github", "twitter"] as const;
export type ProviderName = (typeof providerNames)[number];

/** An application as it is registered with a provider. */
export interface Client {
  clientId: string;
  clientSecret: string;
  /** Compared as they are. */
  redirectUris: string[];
}

/** What spoils the next answers of a provider's token or profile address. */
export type Fault = "500" | "html" | "truncated-json" | "hang" | "reset";

/** One provider's state. */
export interface Realm {
  client: Client;
  codes: Expiring<Grant>;
  tokens: Expiring<Grant>;
  now: () => number;
  /** Shows the consent page; `ask` was checked. */
  askForConsent(reply: FastifyReply, ask: AuthorizationRequest): FastifyReply;
}

/** What the page of consent asks beside who the person is. */
export interface Consent {
  /** Each scope in words: the person may leave some out. */
  scopeTexts?: Readonly<Record<string, string>>;
  choices?: { label: string; options: readonly { value: string; label: string }[] };
}

export interface Provider {
  /** Shown on the consent page. */
  title: string;
  /** Seconds that a code lives. */
  codeSeconds: number;
  /** The provider's page cuts the tie between a popup and the page that opened it. */
  cutsOpener: boolean;
  /** The redirect's query where the person says no. */
  denial: Record<string, string>;
  /** What the provider appends to the address that it sends a code to. */
  fragment: string;
  consent?: Consent;
  /** What stands beside the code in the address that leads back. */
  returned?(grant: Grant): Record<string, string>;
  mount(app: FastifyInstance, realm: Realm): void;
}

/** An error that a provider shows to the person, since it does not trust the address to lead back to. */
export class PageError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

export function fieldsOf(values: unknown): Fields {
  for (const [name, value] of Object.entries((values ?? {}) as object)) {
    if (typeof value !== "string") throw new PageError(`The parameter ${name} is sent twice.`);
  }
  return (values ?? {}) as Fields;
}

/** The token of the header `Authorization: Bearer …`. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^(?:Bearer|token) (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

/** Client id and secret of `Authorization: Basic …`, encoded as RFC 6749 section 2.3.1 says. */
export function basicOf(request: FastifyRequest): { id: string; secret: string } | null {
  const encoded = /^Basic (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!encoded) return null;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString().split(":");
  const plain = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
  return { id: plain(id), secret: plain(secret.join(":")) };
}

export const isForm = (request: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "");
