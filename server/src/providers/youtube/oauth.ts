import { z } from "zod";
import { callGoogle, type Google, GoogleError, openOauth } from "./google.ts";

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
/** To see the channel and its videos. */
export const readScope = scope("youtube.readonly");
/** To set thumbnails. */
export const uploadScope = scope("youtube.upload");

const tokensAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  /** The library's, from `expires_in`. */
  expiry_date: z.number(),
  scope: z.string(),
});

export interface Grant {
  accessToken: string;
  /** None where Google gave one before. */
  refreshToken: string | undefined;
  expiresAt: Date;
  scopes: string[];
}

/** The page of consent, and the verifier by which alone its code can be exchanged (PKCE, RFC 7636). */
export async function makeConsentUrl(
  google: Google,
  { scopes, state }: { scopes: string[]; state: string },
): Promise<{ url: string; verifier: string }> {
  const oauth = await openOauth(google);
  const { CodeChallengeMethod } = await import("google-auth-library");
  const { codeVerifier, codeChallenge } = await oauth.generateCodeVerifierAsync();
  const url = oauth.generateAuthUrl({
    scope: scopes,
    state,
    access_type: "offline",
    // Without the question Google gives no refresh token a second time.
    prompt: "consent select_account",
    include_granted_scopes: true,
    code_challenge: codeChallenge!,
    code_challenge_method: CodeChallengeMethod.S256,
  });
  return { url, verifier: codeVerifier };
}

export async function exchangeCode(google: Google, code: string, codeVerifier: string): Promise<Grant> {
  const oauth = await openOauth(google);
  const { tokens } = await callGoogle(() => oauth.getToken({ code, codeVerifier }));
  return grantOf(tokens);
}

export async function refreshAccess(google: Google, refreshToken: string): Promise<Grant> {
  const oauth = await openOauth(google, { refresh_token: refreshToken });
  const { credentials } = await callGoogle(() => oauth.refreshAccessToken());
  return grantOf(credentials);
}

function grantOf(tokens: unknown): Grant {
  const { success, data } = tokensAnswer.safeParse(tokens);
  if (!success) throw new GoogleError("failed", "no tokens", 200);
  return {
    accessToken: data.access_token,
    refreshToken: data.refresh_token,
    expiresAt: new Date(data.expiry_date),
    scopes: data.scope.split(" ").filter(Boolean),
  };
}

/** Takes the whole grant back that the token is of; one that Google knows no more has been taken back already. */
export async function revokeGrant(google: Google, token: string): Promise<void> {
  const oauth = await openOauth(google);
  await callGoogle(() => oauth.revokeToken(token)).catch((error: GoogleError) => {
    if (error.kind !== "refused" || !["invalid_token", "invalid_grant"].includes(error.reason)) throw error;
  });
}
