import type { FastifyInstance, FastifyReply } from "fastify";
import { type Fields, fitsChallenge, type Grant, random } from "./grants.ts";
import { basicOf, fieldsOf, isForm, PageError, type Realm } from "./provider.ts";

/** What somebody let a client do in their absence, by its refresh token. */
export type OfflineGrants = Map<string, Grant>;

export interface GoogleOauth {
  paths: { authorize: string; token: string; revoke: string };
  /** All that may be asked for, each with the name that the token's answer gives it. */
  scopes: Readonly<Record<string, string>>;
  offline: OfflineGrants;
  /** Called after `offline` was changed. */
  changed?: () => void;
  idToken?: (grant: Grant, accessToken: string) => string;
}

const tokenSeconds = 3599;

/** One account at one client; of an account with several channels, one of them. */
const isSame = (one: Grant, other: Grant) =>
  one.clientId === other.clientId && one.person.login === other.person.login && one.choice === other.choice;

/** OAuth 2 as Google speaks it to servers: https://developers.google.com/identity/protocols/oauth2/web-server */
export function mountGoogleOauth(app: FastifyInstance, realm: Realm, oauth: GoogleOauth): void {
  const { offline } = oauth;
  const changed = () => oauth.changed?.();

  app.get(oauth.paths.authorize, async (request, reply) => {
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
    const bad = scopes.filter((scope) => !(scope in oauth.scopes));
    if (bad.length > 0)
      throw new PageError(`Error 400: invalid_scope. Some requested scopes were invalid. {invalid=[${bad}]}`);
    return realm.askForConsent(reply, {
      clientId: query.client_id,
      redirectUri: query.redirect_uri!,
      scopes,
      state: query.state,
      challenge: challengeOf(query),
      google: {
        offline: query.access_type === "offline",
        asksAnew: (query.prompt ?? "").split(" ").includes("consent"),
        keepsGranted: query.include_granted_scopes === "true",
      },
    });
  });

  app.post(oauth.paths.token, async (request, reply) => {
    if (!isForm(request)) return refuse(reply, 400, "invalid_request", "Request must be form-encoded");
    const form = fieldsOf(request.body);
    const client = basicOf(request) ?? { id: form.client_id, secret: form.client_secret };
    if (client.id !== realm.client.clientId)
      return refuse(reply, 401, "invalid_client", "The OAuth client was not found.");
    if (client.secret !== realm.client.clientSecret)
      return refuse(reply, 401, "invalid_client", "Unauthorized");
    if (form.grant_type === "authorization_code") return exchange(reply, form);
    if (form.grant_type === "refresh_token") return refresh(reply, form, client.id);
    return refuse(reply, 400, "unsupported_grant_type", `Invalid grant_type: ${form.grant_type}`);
  });

  function exchange(reply: FastifyReply, form: Fields) {
    if (!form.code) return refuse(reply, 400, "invalid_request", "Missing required parameter: code");
    const grant = realm.codes.take(form.code);
    if (!grant) return refuse(reply, 400, "invalid_grant", "Malformed auth code.");
    if (grant.redirectUri !== form.redirect_uri)
      return refuse(reply, 400, "redirect_uri_mismatch", "Bad Request");
    if (grant.challenge && !form.code_verifier)
      return refuse(reply, 400, "invalid_grant", "Missing code verifier.");
    if (grant.challenge && !fitsChallenge(grant.challenge, form.code_verifier!))
      return refuse(reply, 400, "invalid_grant", "Invalid code verifier.");
    const earlier = [...offline.values()].filter((one) => isSame(one, grant));
    const kept = grant.google?.keepsGranted ? earlier.flatMap(({ scopes }) => scopes) : [];
    const whole = { ...grant, scopes: [...new Set([...grant.scopes, ...kept])] };
    const isAbsent = grant.google?.offline && (earlier.length === 0 || grant.google.asksAnew);
    const refreshToken = isAbsent ? `1//${random(72)}` : undefined;
    if (refreshToken) {
      offline.set(refreshToken, whole);
      changed();
    }
    return { ...tokenFor(whole), ...(refreshToken ? { refresh_token: refreshToken } : {}) };
  }

  function refresh(reply: FastifyReply, form: Fields, clientId: string) {
    if (!form.refresh_token)
      return refuse(reply, 400, "invalid_request", "Missing required parameter: refresh_token");
    const grant = offline.get(form.refresh_token);
    if (!grant) return refuse(reply, 400, "invalid_grant", "Token has been expired or revoked.");
    if (grant.clientId !== clientId) return refuse(reply, 401, "unauthorized_client", "Unauthorized");
    return tokenFor(grant);
  }

  function tokenFor(grant: Grant) {
    const accessToken = realm.tokens.put(grant, tokenSeconds, `ya29.${random(60)}`);
    const { idToken } = oauth;
    return {
      access_token: accessToken,
      expires_in: tokenSeconds,
      scope: grant.scopes.map((scope) => oauth.scopes[scope]).join(" "),
      token_type: "Bearer",
      ...(idToken && grant.scopes.includes("openid") ? { id_token: idToken(grant, accessToken) } : {}),
    };
  }

  /** Either kind of token ends all that the account gave this client. */
  app.post(oauth.paths.revoke, async (request, reply) => {
    const token =
      fieldsOf(request.query).token ?? (isForm(request) ? fieldsOf(request.body).token : undefined);
    if (!token) return refuse(reply, 400, "invalid_request", "Missing required parameter: token");
    const grant = offline.get(token) ?? realm.tokens.get(token);
    if (!grant) return refuse(reply, 400, "invalid_token", "Token expired or revoked");
    withdraw(realm, oauth, (one) => isSame(one, grant));
    return {};
  });
}

/** As if the account's owner had taken the client's access away. */
export function withdraw(
  realm: Pick<Realm, "tokens">,
  oauth: Pick<GoogleOauth, "offline" | "changed">,
  isGone: (grant: Grant) => boolean,
): void {
  for (const [token, grant] of oauth.offline) if (isGone(grant)) oauth.offline.delete(token);
  realm.tokens.dropWhere(isGone);
  oauth.changed?.();
}

const refuse = (reply: FastifyReply, status: number, error: string, description: string) =>
  reply.code(status).send({ error, error_description: description });

function challengeOf(query: Fields): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method = "plain" } = query;
  if (challenge === undefined) return undefined;
  if (method !== "S256") throw new PageError("Error 400: invalid_request. This emulator takes S256 alone.");
  return challenge;
}
