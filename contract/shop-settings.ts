import { z } from "zod";
import { call } from "./call.ts";
import { envelope, recordVersion } from "./fields.ts";
import { adminFields, publicFields, shopSettings } from "./shop-settings-form.ts";

const answer = envelope(
  z.object({
    ...publicFields,
    ...z.object(adminFields).partial().shape,
    /** Admins only: to be sent back with a PUT, so that two admins do not undo each other. */
    version: recordVersion.optional(),
  }),
);

export const getShopSettings = call({
  method: "GET",
  path: "/api/shop-settings",
  access: "visitor",
  tellsAdminsMore: true,
  summary: "The shop's settings: the public part, and all of them for an admin.",
  answer,
  errors: [],
});

export const updateShopSettings = call({
  method: "PUT",
  path: "/api/shop-settings",
  access: "admin",
  proof: "recent",
  summary: "Changes the settings that are sent; absent ones stay.",
  body: z.strictObject({ ...shopSettings.partial().shape, version: recordVersion.optional() }),
  answer,
  errors: ["STALE_VERSION"],
});
