import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mountGoogleOauth } from "./google-oauth.ts";
import { type Grant, random, subjectOf } from "./grants.ts";
import { bearerOf, type Provider, type Realm } from "./provider.ts";

const scopes = {
  openid: "openid",
  email: "https://www.googleapis.com/auth/userinfo.email",
  profile: "https://www.googleapis.com/auth/userinfo.profile",
};
const issuer = "https://accounts.google.com";

let made: KeyObject | undefined;

/** Made at the first sign-in of a process: it takes a tenth of a second. */
function privateKey(): KeyObject {
  made ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  return made;
}

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google: Provider = {
  title: "Google",
  codeSeconds: 600,
  cutsOpener: false,
  denial: { error: "access_denied" },
  fragment: "",
  mount(app, realm) {
    const kid = random(20);

    mountGoogleOauth(app, realm, {
      paths: {
        authorize: "/accounts.google.com/o/oauth2/v2/auth",
        token: "/oauth2.googleapis.com/token",
        revoke: "/oauth2.googleapis.com/revoke",
      },
      scopes,
      offline: new Map(),
      idToken: (grant, accessToken) => idToken(realm, grant, accessToken, { key: privateKey(), kid }),
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
