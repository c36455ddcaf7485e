import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, enteredPassword, envelope, idParams, recordVersion } from "./fields.ts";
import { profileForm } from "./profile-form.ts";
import { userRecord } from "./users.ts";

export const updateUserProfile = call({
  method: "PUT",
  path: "/update-user-profile/{id}",
  access: "member",
  summary: "Changes what is sent of the own profile; e-mail, role, balance and membership are not read.",
  params: idParams,
  body: profileForm.partial().extend({ version: recordVersion.optional() }),
  answer: envelope(userRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const exportAccount = call({
  method: "GET",
  path: "/api/account/export",
  access: "member",
  summary: "Everything that the shop keeps about the caller, as one JSON file.",
  answer: z.object({
    exportedAt: z.string(),
    profile: userRecord.extend({ emailVerified: z.boolean(), twoFactorEnabled: z.boolean() }),
    terms: z.object({ version: z.number().int().nullable(), acceptedAt: z.string().nullable() }),
    identities: z.array(z.looseObject({ providerId: z.string() })),
    sessions: z.array(z.looseObject({ createdAt: z.string() })),
    passkeys: z.array(z.looseObject({ name: z.string() })),
    keys: z.array(z.looseObject({ name: z.string() })),
    orders: z.array(z.looseObject({ orderId: z.string() })),
    payments: z.array(z.looseObject({ id: z.string() })),
    creditBalance: z
      .object({ balance: z.number().int(), held: z.number().int(), debt: z.number().int() })
      .nullable(),
    credits: z.array(z.looseObject({ amount: z.number().int() })),
    thumbnails: z.array(z.looseObject({ _id: z.string() })),
    modelCalls: z.array(z.looseObject({ model: z.string() })),
    designs: z.array(z.looseObject({ _id: z.string() })),
    references: z.array(z.looseObject({ _id: z.string() })),
    brand: z.looseObject({ colours: z.array(z.string()) }).nullable(),
    youtube: z.object({
      channel: z.looseObject({ channelId: z.string() }).nullable(),
      thumbnailSets: z.array(z.looseObject({ videoId: z.string() })),
    }),
    webhooks: z.object({
      addresses: z.array(z.looseObject({ url: z.string() })),
      deliveries: z.array(z.looseObject({ event: z.string() })),
    }),
    tickets: z.array(z.looseObject({ _id: z.string() })),
    pictures: z.array(z.looseObject({ url: z.string() })),
    mails: z.array(z.looseObject({ subject: z.string() })),
  }),
  errors: ["UNAVAILABLE"],
  rateLimit: { name: "export", max: 30, windowSeconds: 3600, by: "user" },
});

export const deleteAccount = call({
  method: "POST",
  path: "/api/account/delete",
  access: "member",
  summary: "Erases the own account, with the password.",
  body: z.strictObject({ password: enteredPassword }),
  answer: acknowledged,
  errors: ["INVALID_INPUT", "INVALID_PASSWORD", "CONFLICT", "TOO_MANY_REQUESTS"],
});
