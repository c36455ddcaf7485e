import type { FastifyReply, FastifyRequest } from "fastify";
import { fitsChallenge, type Grant, random, subjectOf } from "./grants.ts";
import { bearerOf, fieldsOf, isForm, PageError, type Provider, type Realm } from "./provider.ts";

const help = "https://docs.github.com/apps/managing-oauth-apps";

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github: Provider = {
  title: "GitHub",
  codeSeconds: 600,
  cutsOpener: false,
  denial: {
    error: "access_denied",
    error_description: "The user has denied your application access.",
    error_uri: `${help}/troubleshooting-authorization-request-errors/#access-denied`,
  },
  fragment: "",
  mount(app, realm) {
    app.get("/github.com/login/oauth/authorize", async (request, reply) => {
      const query = fieldsOf(request.query);
      if (query.client_id !== realm.client.clientId) throw new PageError("Not Found", 404);
      const [registered] = realm.client.redirectUris;
      // GitHub tells this one to the address that it knows.
      if (query.redirect_uri && !realm.client.redirectUris.includes(query.redirect_uri)) {
        const back = new URL(registered!);
        back.searchParams.set("error", "redirect_uri_mismatch");
        if (query.state) back.searchParams.set("state", query.state);
        return reply.redirect(back.href, 302);
      }
      if (query.code_challenge && query.code_challenge_method !== "S256")
        throw new PageError("The code_challenge_method must be S256.");
      return realm.askForConsent(reply, {
        clientId: query.client_id,
        redirectUri: query.redirect_uri ?? registered!,
        scopes: (query.scope ?? "").split(/[ ,]+/).filter(Boolean),
        state: query.state,
        challenge: query.code_challenge,
      });
    });

    app.post("/github.com/login/oauth/access_token", async (request, reply) => {
      const form = { ...fieldsOf(request.query), ...(isForm(request) ? fieldsOf(request.body) : {}) };
      if (form.client_id !== realm.client.clientId || form.client_secret !== realm.client.clientSecret)
        return answer(request, reply, {
          error: "incorrect_client_credentials",
          error_description: "The client_id and/or client_secret passed are incorrect.",
          error_uri: `${help}/troubleshooting-oauth-app-access-token-request-errors/#incorrect-client-credentials`,
        });
      const grant = realm.codes.take(form.code);
      if (grant && form.redirect_uri !== undefined && grant.redirectUri !== form.redirect_uri)
        return answer(request, reply, {
          error: "redirect_uri_mismatch",
          error_description: "The redirect_uri MUST match the registered callback URL for this application.",
          error_uri: `${help}/troubleshooting-authorization-request-errors/#redirect-uri-mismatch2`,
        });
      if (!grant || (grant.challenge && !fitsChallenge(grant.challenge, form.code_verifier ?? "")))
        return answer(request, reply, {
          error: "bad_verification_code",
          error_description: "The code passed is incorrect or expired.",
          error_uri: `${help}/troubleshooting-oauth-app-access-token-request-errors/#bad-verification-code`,
        });
      return answer(request, reply, {
        access_token: realm.tokens.put(grant, 8 * 3600, `gho_${random(27)}`),
        scope: grant.scopes.join(","),
        token_type: "bearer",
      });
    });

    app.get("/api.github.com/user", async (request, reply) => {
      const grant = allowed(realm, request, reply);
      if (!grant) return reply;
      const { person } = grant;
      return {
        login: person.login,
        id: Number(subjectOf("github", person, 9)),
        avatar_url: "https://avatars.githubusercontent.com/u/1?v=4",
        type: "User",
        name: person.name || null,
        // Null unless the person shows it to everyone, which is not how accounts begin.
        email: null,
      };
    });

    app.get("/api.github.com/user/emails", async (request, reply) => {
      const grant = allowed(realm, request, reply);
      if (!grant) return reply;
      const { person, scopes } = grant;
      if (!scopes.includes("user:email") && !scopes.includes("user"))
        return reply
          .code(404)
          .send({ message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" });
      if (!person.email) return [];
      const own = {
        email: person.email,
        primary: true,
        verified: person.emailVerified,
        visibility: "private",
      };
      const hidden = `${subjectOf("github", person, 9)}+${person.login}@users.noreply.github.com`;
      return [{ email: hidden, primary: false, verified: true, visibility: null }, own];
    });
  },
};

/** Errors of the token address are answered with 200, and in a form's encoding unless JSON is asked for. */
function answer(request: FastifyRequest, reply: FastifyReply, body: Record<string, string>) {
  if (/\bjson\b/.test(request.headers.accept ?? "")) return reply.send(body);
  return reply
    .type("application/x-www-form-urlencoded; charset=utf-8")
    .send(new URLSearchParams(body).toString());
}

function allowed(realm: Realm, request: FastifyRequest, reply: FastifyReply): Grant | null {
  if (!request.headers["user-agent"]) {
    reply
      .code(403)
      .type("text/plain")
      .send(
        "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.",
      );
    return null;
  }
  const grant = realm.tokens.get(bearerOf(request));
  if (!grant)
    reply
      .code(401)
      .send({ message: "Bad credentials", documentation_url: "https://docs.github.com/rest", status: "401" });
  return grant;
}
