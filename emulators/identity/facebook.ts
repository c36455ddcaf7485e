import type { FastifyReply } from "fastify";
import { type Fields, fitsChallenge, type Grant, random, subjectOf } from "./grants.ts";
import { bearerOf, fieldsOf, isForm, PageError, type Provider } from "./provider.ts";

const known = new Set(["email", "public_profile"]);
const tokenSeconds = 60 * 86_400;
const fieldNames = ["id", "name", "first_name", "last_name", "email", "picture"];

/** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const facebook: Provider = {
  title: "Facebook",
  codeSeconds: 600,
  cutsOpener: true,
  denial: {
    error: "access_denied",
    error_code: "200",
    error_description: "Permissions error",
    error_reason: "user_denied",
  },
  fragment: "#_=_",
  mount(app, realm) {
    app.get("/www.facebook.com/v24.0/dialog/oauth", async (request, reply) => {
      const query = fieldsOf(request.query);
      if (query.client_id !== realm.client.clientId) throw new PageError("Invalid App ID");
      if (!realm.client.redirectUris.includes(query.redirect_uri ?? ""))
        throw new PageError("URL Blocked: the redirect URI is not white-listed in the app's settings.");
      if ((query.response_type ?? "code") !== "code")
        throw new PageError("This emulator speaks response_type=code alone.");
      const scopes = (query.scope ?? "public_profile").split(/[ ,]+/).filter(Boolean);
      const bad = scopes.filter((scope) => !known.has(scope));
      if (bad.length > 0) throw new PageError(`Invalid Scopes: ${bad.join(", ")}.`);
      return realm.askForConsent(reply, {
        clientId: query.client_id,
        redirectUri: query.redirect_uri!,
        scopes,
        state: query.state,
        challenge: query.code_challenge_method === "S256" ? query.code_challenge : undefined,
      });
    });

    const token = async (reply: FastifyReply, given: Fields) => {
      if (given.client_id !== realm.client.clientId)
        return refuse(
          reply,
          101,
          "Error validating application. Cannot get application info due to a system error.",
        );
      if (given.client_secret !== realm.client.clientSecret)
        return refuse(reply, 1, "Error validating client secret.");
      if (given.grant_type !== undefined && given.grant_type !== "authorization_code")
        return refuse(reply, 100, `Invalid grant_type: ${given.grant_type}.`);
      if (!given.code) return refuse(reply, 100, "Missing authorization code");
      const grant = realm.codes.take(given.code);
      if (!grant) return refuse(reply, 100, "This authorization code has been used, or has expired.", 36_009);
      if (grant.redirectUri !== given.redirect_uri)
        return refuse(
          reply,
          100,
          "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request",
          36_008,
        );
      if (grant.challenge && !fitsChallenge(grant.challenge, given.code_verifier ?? ""))
        return refuse(reply, 1, "Code verifier does not match the challenge.");
      const accessToken = realm.tokens.put(grant, tokenSeconds, `EAA${random(90)}`);
      return { access_token: accessToken, token_type: "bearer", expires_in: tokenSeconds };
    };
    const path = "/graph.facebook.com/v24.0/oauth/access_token";
    app.get(path, (request, reply) => token(reply, fieldsOf(request.query)));
    app.post(path, (request, reply) =>
      token(reply, {
        ...fieldsOf(request.query),
        ...(isForm(request) ? fieldsOf(request.body) : {}),
      }),
    );

    app.get("/graph.facebook.com/debug_token", async (request, reply) => {
      const query = fieldsOf(request.query);
      const { clientId, clientSecret } = realm.client;
      if (query.access_token !== `${clientId}|${clientSecret}`)
        return refuse(reply, 190, "Invalid OAuth access token signature.");
      const grant = realm.tokens.get(query.input_token);
      if (!grant) {
        const error = { code: 190, message: "The access token could not be decrypted" };
        return { data: { error, is_valid: false, scopes: [] } };
      }
      return {
        data: {
          app_id: grant.clientId,
          type: "USER",
          application: "Shop",
          is_valid: true,
          scopes: grant.scopes,
          user_id: subjectOf("facebook", grant.person, 17),
        },
      };
    });

    app.get("/graph.facebook.com/me", async (request, reply) => {
      const query = fieldsOf(request.query);
      const grant = realm.tokens.get(bearerOf(request) ?? query.access_token);
      if (!grant)
        return refuse(reply, 190, "Invalid OAuth access token - Cannot parse access token", undefined, 401);
      const fields = (query.fields ?? "id,name").split(",");
      const bad = fields.find((field) => !fieldNames.includes(field));
      if (bad) return refuse(reply, 100, `(#100) Tried accessing nonexisting field (${bad})`);
      const all = profile(grant);
      return Object.fromEntries(
        ["id", ...fields].filter((field) => field in all).map((field) => [field, all[field]]),
      );
    });
  },
};

function refuse(reply: FastifyReply, code: number, message: string, subcode?: number, status = 400) {
  return reply.code(status).send({
    error: {
      message,
      type: "OAuthException",
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      fbtrace_id: random(12),
    },
  });
}

/** Without the permission, or without a confirmed address, the field is not there. */
function profile({ person, scopes }: Grant): Record<string, unknown> {
  const [first = "", ...last] = person.name.split(" ");
  const url = "https://platform-lookaside.fbsbx.com/platform/profilepic/?emulator=1";
  return {
    id: subjectOf("facebook", person, 17),
    name: person.name,
    first_name: first,
    last_name: last.join(" "),
    ...(scopes.includes("email") && person.email ? { email: person.email } : {}),
    picture: { data: { height: 50, is_silhouette: false, url, width: 50 } },
  };
}
