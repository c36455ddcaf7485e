import { z } from "zod";

// What a browser answers for an authenticator, as JSON: https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON

const bytes = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*$/);

const credential = {
  id: bytes.min(1).max(2000),
  rawId: bytes.min(1).max(2000),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** To a challenge: a signature of one of the person's passkeys. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish().transform((handle) => handle ?? undefined),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A passkey that was just made. */
export const newPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(
        z
          .string()
          .max(50)
          .regex(/^[\w-]+$/),
      )
      .max(10)
      .default([]),
  }),
});
