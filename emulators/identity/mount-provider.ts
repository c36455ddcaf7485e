import type { FastifyInstance, FastifyReply } from "fastify";
import { consentPage, errorPage } from "./consent-page.ts";
import { type AuthorizationRequest, Expiring, type Grant, type Person } from "./grants.ts";
import { type Client, fieldsOf, PageError, type Provider, type Realm } from "./provider.ts";

/** Reads forms alone; a field that is sent twice stays to be seen. Bodies of other kinds are passed over. */
export function readForms(app: FastifyInstance): void {
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
}

/** One provider's pages and addresses, in a scope of their own, so that a refusal is this provider's page. */
export function mountProvider(
  app: FastifyInstance,
  name: string,
  provider: Provider,
  client: Client,
  now: () => number,
): Realm {
  const asked = new Expiring<AuthorizationRequest>(now);
  const realm: Realm = {
    client,
    codes: new Expiring<Grant>(now),
    tokens: new Expiring<Grant>(now),
    now,
    askForConsent(reply, ask) {
      const action = `${app.prefix}/${name}/consent`;
      const { title, consent } = provider;
      const options = { title, scopes: ask.scopes, action, ask: asked.put(ask, 3600), ...consent };
      return sendPage(reply, consentPage(options));
    },
  };

  app.register(async (scope) => {
    scope.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof PageError)
        return sendPage(reply, errorPage(provider.title, error.message), error.status);
      request.log.error(error);
      return sendPage(reply, errorPage(provider.title, "Something went wrong."), 500);
    });
    provider.mount(scope, realm);
    scope.post(`/${name}/consent`, async (request, reply) => {
      const { scope: ticked, ...rest } = (request.body ?? {}) as Record<string, unknown>;
      const form = fieldsOf(rest);
      const ask = asked.take(form.ask);
      if (!ask) throw new PageError("This page was answered already.");
      const back = new URL(ask.redirectUri);
      const put = (values: Record<string, string>) => {
        for (const [key, value] of Object.entries(values)) back.searchParams.set(key, value);
      };
      if (ask.state !== undefined) put({ state: ask.state });
      const scopes = provider.consent?.scopeTexts
        ? ask.scopes.filter((one) => [ticked].flat().includes(one))
        : ask.scopes;
      if (form.decision !== "allow" || scopes.length === 0) put(provider.denial);
      else {
        const grant: Grant = { ...ask, scopes, person: personOf(form), choice: form.choice };
        put({ code: realm.codes.put(grant, provider.codeSeconds), ...provider.returned?.(grant) });
        back.hash = provider.fragment;
      }
      return reply.redirect(back.href, 303);
    });
  });

  function sendPage(reply: FastifyReply, html: string, status = 200): FastifyReply {
    if (provider.cutsOpener) reply.header("cross-origin-opener-policy", "same-origin");
    return reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
  }
  return realm;
}

function personOf(form: Record<string, string | undefined>): Person {
  const { login = "", name = "", email = "", verified } = form;
  if (!/^[\w.-]+$/.test(login)) throw new PageError("Please name an account.");
  return { login, name, email: email.trim(), emailVerified: verified === "yes" };
}
