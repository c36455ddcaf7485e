import type { FastifyReply } from "fastify";
import { fitsChallenge, random, subjectOf } from "./grants.ts";
import { basicOf, bearerOf, fieldsOf, isForm, PageError, type Provider } from "./provider.ts";

const known = new Set(["tweet.read", "users.read", "users.email", "offline.access"]);
const fieldNames = [
  "confirmed_email",
  "created_at",
  "description",
  "id",
  "name",
  "profile_image_url",
  "username",
  "verified",
];

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
export const twitter: Provider = {
  title: "X",
  codeSeconds: 30,
  cutsOpener: true,
  denial: { error: "access_denied" },
  fragment: "",
  mount(app, realm) {
    app.get("/x.com/i/oauth2/authorize", async (request, reply) => {
      const query = fieldsOf(request.query);
      const wrong = new PageError("Something went wrong. You weren’t able to give access to the App.");
      if (query.client_id !== realm.client.clientId || query.response_type !== "code") throw wrong;
      if (!realm.client.redirectUris.includes(query.redirect_uri ?? "")) throw wrong;
      if (!query.state || !query.code_challenge || query.code_challenge_method !== "S256") throw wrong;
      const scopes = (query.scope ?? "").split(" ").filter(Boolean);
      if (scopes.length === 0 || scopes.some((scope) => !known.has(scope))) throw wrong;
      return realm.askForConsent(reply, {
        clientId: query.client_id,
        redirectUri: query.redirect_uri!,
        scopes,
        state: query.state,
        challenge: query.code_challenge,
      });
    });

    app.post("/api.x.com/2/oauth2/token", async (request, reply) => {
      const refuse = (description: string, error = "invalid_request", status = 400) =>
        reply.code(status).send({ error, error_description: description });
      const basic = basicOf(request);
      if (!basic) return refuse("Missing valid authorization header", "unauthorized_client", 401);
      if (basic.id !== realm.client.clientId || basic.secret !== realm.client.clientSecret)
        return refuse("Invalid client credentials", "unauthorized_client", 401);
      if (!isForm(request)) return refuse("Content-Type must be application/x-www-form-urlencoded.");
      const form = fieldsOf(request.body);
      for (const name of ["grant_type", "code", "redirect_uri", "code_verifier"]) {
        if (!form[name]) return refuse(`Missing required parameter [${name}].`);
      }
      if (form.grant_type !== "authorization_code")
        return refuse("Unsupported grant_type.", "unsupported_grant_type");
      const grant = realm.codes.take(form.code);
      if (!grant) return refuse("Value passed for the authorization code was invalid.");
      if (grant.redirectUri !== form.redirect_uri)
        return refuse("Value passed for the redirect uri did not match the uri of the authorization code.");
      if (!fitsChallenge(grant.challenge!, form.code_verifier!))
        return refuse("Value passed for the code verifier did not match the code challenge.");
      return {
        token_type: "bearer",
        expires_in: 7200,
        access_token: realm.tokens.put(grant, 7200, random(70)),
        scope: grant.scopes.join(" "),
        ...(grant.scopes.includes("offline.access") ? { refresh_token: random(70) } : {}),
      };
    });

    app.get("/api.x.com/2/users/me", async (request, reply) => {
      const grant = realm.tokens.get(bearerOf(request));
      if (!grant) return problem(reply, 401, "Unauthorized");
      const { person, scopes } = grant;
      if (!scopes.includes("users.read") || !scopes.includes("tweet.read"))
        return problem(reply, 403, "Forbidden");
      const fields = (fieldsOf(request.query)["user.fields"] ?? "").split(",").filter(Boolean);
      const bad = fields.find((field) => !fieldNames.includes(field));
      if (bad) {
        const message = `The \`user.fields\` query parameter value [${bad}] is not one of [${fieldNames}]`;
        return reply.code(400).send({
          errors: [{ parameters: { "user.fields": [bad] }, message }],
          title: "Invalid Request",
          detail: "One or more parameters to your request was invalid.",
          type: "https://api.twitter.com/2/problems/invalid-request",
        });
      }
      const confirmed = scopes.includes("users.email") && person.emailVerified ? person.email : "";
      return {
        data: {
          id: subjectOf("twitter", person, 19),
          name: person.name,
          username: person.login,
          ...(fields.includes("profile_image_url")
            ? { profile_image_url: "https://pbs.twimg.com/profile_images/1/emulator_normal.jpg" }
            : {}),
          ...(fields.includes("confirmed_email") && confirmed ? { confirmed_email: confirmed } : {}),
        },
      };
    });
  },
};

const problem = (reply: FastifyReply, status: number, title: string) =>
  reply
    .code(status)
    .type("application/problem+json")
    .send({ title, type: "about:blank", status, detail: title });
