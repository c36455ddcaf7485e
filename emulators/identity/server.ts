import type { FastifyInstance, FastifyReply } from "fastify";
import { consentPage, errorPage } from "./consent-page.ts";
import { facebook } from "./facebook.ts";
import { github } from "./github.ts";
import { google } from "./google.ts";
import { type AuthorizationRequest, Expiring, type Grant, type Person } from "./grants.ts";
import {
  type Client,
  type Fault,
  fieldsOf,
  PageError,
  type Provider,
  type ProviderName,
  providerNames,
  type Realm,
} from "./provider.ts";
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
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text, done) => {
      const fields: Record<string, string | string[]> = {};
      for (const [name, value] of new URLSearchParams(text as string)) {
        fields[name] = name in fields ? [fields[name]!, value].flat() : value;
      }
      done(null, fields);
    },
  );
  app.addContentTypeParser("*", (_request, payload, done) => {
    payload.resume();
    done(null, {});
  });
  spoilAnswers(app, options.faults ?? {});
  for (const name of providerNames) {
    const client = options.clients[name];
    if (client) mountProvider(app, name, client, now);
  }
}

function mountProvider(app: FastifyInstance, name: ProviderName, client: Client, now: () => number): void {
  const provider = providers[name];
  const asked = new Expiring<AuthorizationRequest>(now);
  const realm: Realm = {
    client,
    codes: new Expiring<Grant>(now),
    tokens: new Expiring<Grant>(now),
    now,
    askForConsent(reply, ask) {
      const action = `${app.prefix}/${name}/consent`;
      const options = { title: provider.title, scopes: ask.scopes, action, ask: asked.put(ask, 3600) };
      return sendPage(reply, consentPage(options));
    },
  };

  // A scope of its own, so that a refusal is this provider's page.
  app.register(async (scope) => {
    scope.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof PageError)
        return sendPage(reply, errorPage(provider.title, error.message), error.status);
      request.log.error(error);
      return sendPage(reply, errorPage(provider.title, "Something went wrong."), 500);
    });
    provider.mount(scope, realm);
    scope.post(`/${name}/consent`, async (request, reply) => {
      const form = fieldsOf(request.body);
      const ask = asked.take(form.ask);
      if (!ask) throw new PageError("This page was answered already.");
      const back = new URL(ask.redirectUri);
      const put = (values: Record<string, string>) => {
        for (const [key, value] of Object.entries(values)) back.searchParams.set(key, value);
      };
      if (ask.state !== undefined) put({ state: ask.state });
      if (form.decision !== "allow") put(provider.denial);
      else {
        put({ code: realm.codes.put({ ...ask, person: personOf(form) }, provider.codeSeconds) });
        back.hash = provider.fragment;
      }
      return reply.redirect(back.href, 303);
    });
  });

  function sendPage(reply: FastifyReply, html: string, status = 200): FastifyReply {
    if (provider.cutsOpener) reply.header("cross-origin-opener-policy", "same-origin");
    return reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
  }
}

function personOf(form: Record<string, string | undefined>): Person {
  const { login = "", name = "", email = "", verified } = form;
  if (!/^[\w.-]+$/.test(login)) throw new PageError("Please name an account.");
  return { login, name, email: email.trim(), emailVerified: verified === "yes" };
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
