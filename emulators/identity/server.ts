import type { FastifyInstance, FastifyReply } from "fastify";
import { facebook } from "./facebook.ts";
import { github } from "./github.ts";
import { google } from "./google.ts";
import { mountProvider, readForms } from "./mount-provider.ts";
import { type Client, type Fault, type Provider, type ProviderName, providerNames } from "./provider.ts";
import { twitter } from "./twitter.ts";

export type { Client, Fault, ProviderName } from "./provider.ts";

export interface IdentityEmulatorOptions {
  clients: Partial<Record<ProviderName, Client>>;
  /** What spoils the answers of each provider's token and profile addresses; a test changes it as it goes. */
  faults?: Faults;
  now?: () => number;
}

/** By the part of the flow: the exchange of the code, or what is asked with the token. */
export type Faults = { token?: Fault | undefined; profile?: Fault | undefined };

const providers: Record<ProviderName, Provider> = { google, facebook, github, twitter };

/**
 * Google, Facebook, GitHub and X as one Fastify plugin: each one's page of consent, token and profile addresses, under
 * the real addresses without `https://`, as `/github.com/login/oauth/authorize`.
 */
export async function identityEmulator(
  app: FastifyInstance,
  options: IdentityEmulatorOptions,
): Promise<void> {
  const now = options.now ?? Date.now;
  readForms(app);
  spoilAnswers(app, options.faults ?? {});
  for (const name of providerNames) {
    const client = options.clients[name];
    if (client) mountProvider(app, name, providers[name], client, now);
  }
}

/** Faults reach what the shop's server asks, never the pages that a person sees. */
function spoilAnswers(app: FastifyInstance, faults: Faults): void {
  const hanging = new Set<FastifyReply>();
  app.addHook("preHandler", async (request, reply) => {
    const path = request.routeOptions.url ?? "";
    const isToken = /\/(token|access_token)$/.test(path);
    const isProfile = /\/(user|emails|me|debug_token|userinfo|certs)$/.test(path);
    const fault = isToken ? faults.token : isProfile ? faults.profile : undefined;
    if (!fault) return;
    if (fault === "500") return reply.code(500).send({ error: "internal_failure" });
    if (fault === "html") return reply.type("text/html").send("<h1>502 Bad Gateway</h1>");
    if (fault === "truncated-json") return reply.type("application/json").send('{"access_token":"ya29.');
    reply.hijack();
    if (fault === "reset") return void request.raw.socket.resetAndDestroy();
    hanging.add(reply);
  });
  app.addHook("preClose", async () => {
    for (const reply of hanging) reply.raw.destroy();
  });
}
