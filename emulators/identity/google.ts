import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type Fields, fitsChallenge, type Grant, random, subjectOf } from "./grants.ts";
import { basicOf, bearerOf, fieldsOf, isForm, PageError, type Provider, type Realm } from "./provider.ts";

const known = new Set(["openid", "email", "profile"]);
const longScope: Record<string, string> = {
  email: "https://www.googleapis.com/auth/userinfo.email",
  profile: "https://www.googleapis.com/auth/userinfo.profile",
};
const issuer = "https://accounts.google.com";

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google: Provider = {
  title: "Google",
  codeSeconds: 600,
  cutsOpener: false,
  denial: { error: "access_denied" },
  fragment: "",
  mount(app, realm) {
    // Made at the first sign-in: it takes a tenth of a second and more.
    let made: KeyObject | undefined;
    const privateKey = () => {
      made ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
      return made;
    };
    const kid = random(20);

    app.get("/accounts.google.com/o/oauth2/v2/auth", async (request, reply) => {
      const query = fieldsOf(request.query);
      if (!query.client_id)
        throw new PageError("Error 400: invalid_request. Missing required parameter: client_id");
      if (query.client_id !== realm.client.clientId)
        throw new PageError("Error 401: invalid_client. The OAuth client was not found.", 401);
      if (!realm.client.redirectUris.includes(query.redirect_uri ?? ""))
        throw new PageError("Error 400: redirect_uri_mismatch");
      if (query.response_type !== "code")
        throw new PageError("Error 400: unsupported_response_type, or one that this emulator does not speak");
      const scopes = (query.scope ?? "").split(" ").filter(Boolean);
      if (scopes.length === 0)
        throw new PageError("Error 400: invalid_request. Missing required parameter: scope");
      const bad = scopes.filter((scope) => !known.has(scope));
      if (bad.length > 0)
        throw new PageError(
          `Error 400: invalid_scope. Some requested scopes were invalid. {invalid=[${bad}]}`,
        );
      const challenge = challengeOf(query);
      const { client_id: clientId, redirect_uri: redirectUri, state } = query;
      return realm.askForConsent(reply, { clientId, redirectUri: redirectUri!, scopes, state, challenge });
    });

    app.post("/oauth2.googleapis.com/token", async (request, reply) => {
      const refuse = (status: number, error: string, description: string) =>
        reply.code(status).send({ error, error_description: description });
      if (!isForm(request)) return refuse(400, "invalid_request", "Request must be form-encoded");
      const form = fieldsOf(request.body);
      const basic = basicOf(request);
      const client = basic ?? { id: form.client_id, secret: form.client_secret };
      if (client.id !== realm.client.clientId)
        return refuse(401, "invalid_client", "The OAuth client was not found.");
      if (client.secret !== realm.client.clientSecret) return refuse(401, "invalid_client", "Unauthorized");
      if (form.grant_type !== "authorization_code")
        return refuse(400, "unsupported_grant_type", `Invalid grant_type: ${form.grant_type}`);
      if (!form.code) return refuse(400, "invalid_request", "Missing required parameter: code");
      const grant = realm.codes.take(form.code);
      if (!grant) return refuse(400, "invalid_grant", "Malformed auth code.");
      if (grant.redirectUri !== form.redirect_uri) return refuse(400, "redirect_uri_mismatch", "Bad Request");
      if (grant.challenge && !form.code_verifier)
        return refuse(400, "invalid_grant", "Missing code verifier.");
      if (grant.challenge && !fitsChallenge(grant.challenge, form.code_verifier!))
        return refuse(400, "invalid_grant", "Invalid code verifier.");
      const accessToken = realm.tokens.put(grant, 3599, `ya29.${random(60)}`);
      return {
        access_token: accessToken,
        expires_in: 3599,
        scope: grant.scopes.map((scope) => longScope[scope] ?? scope).join(" "),
        token_type: "Bearer",
        ...(grant.scopes.includes("openid")
          ? { id_token: idToken(realm, grant, accessToken, { key: privateKey(), kid }) }
          : {}),
      };
    });

    app.get("/www.googleapis.com/oauth2/v3/certs", async () => {
      const jwk = createPublicKey(privateKey()).export({ format: "jwk" });
      return { keys: [{ ...jwk, kid, use: "sig", alg: "RS256" }] };
    });

    app.get("/openidconnect.googleapis.com/v1/userinfo", async (request, reply) => {
      const grant = realm.tokens.get(bearerOf(request));
      if (grant?.scopes.includes("openid")) return claims(grant);
      return reply
        .code(401)
        .header("www-authenticate", 'Bearer realm="https://accounts.google.com/", error="invalid_token"')
        .send({ error: "invalid_request", error_description: "Invalid Credentials" });
    });
  },
};

function challengeOf(query: Fields): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method = "plain" } = query;
  if (challenge === undefined) return undefined;
  if (method !== "S256") throw new PageError("Error 400: invalid_request. This emulator takes S256 alone.");
  return challenge;
}

function claims({ person, scopes }: Grant): Record<string, unknown> {
  const [given = "", ...family] = person.name.split(" ");
  return {
    sub: subjectOf("google", person, 21),
    ...(scopes.includes("email") && person.email
      ? { email: person.email, email_verified: person.emailVerified }
      : {}),
    ...(scopes.includes("profile")
      ? {
          name: person.name,
          given_name: given,
          ...(family.length > 0 ? { family_name: family.join(" ") } : {}),
          picture: "https://lh3.googleusercontent.com/a/emulator=s96-c",
        }
      : {}),
  };
}

function idToken(
  realm: Realm,
  grant: Grant,
  accessToken: string,
  { key, kid }: { key: KeyObject; kid: string },
): string {
  const issuedAt = Math.floor(realm.now() / 1000);
  const half = createHash("sha256").update(accessToken).digest().subarray(0, 16);
  const payload = {
    iss: issuer,
    azp: grant.clientId,
    aud: grant.clientId,
    ...claims(grant),
    at_hash: half.toString("base64url"),
    iat: issuedAt,
    exp: issuedAt + 3600,
  };
  const parts = [{ alg: "RS256", kid, typ: "JWT" }, payload];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}
