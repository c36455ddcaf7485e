import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, envelope, idempotencyKey, idParams, listQuery, recordVersion } from "./fields.ts";
import { orderCall } from "./list-order.ts";
import { packageInput, packagePoints } from "./package-form.ts";
import { membershipLevels } from "./roles.ts";

export const maximumPackages = 3;

export const packageRecord = packagePoints.extend({
  _id: z.string(),
  packageName: z.string(),
  /** In the shop's currency, at most two decimals. */
  price: z.number(),
  credit: z.number().int(),
  /** Days of membership; 0 for credits alone. */
  validity: z.number().int(),
  membershipLevel: z.enum(membershipLevels),
  order: z.number().int(),
  version: z.number().int(),
  createdAt: z.string(),
  /** For admins alone. */
  sellerEmail: z.string().optional(),
});
export type PackageRecord = z.output<typeof packageRecord>;

export const listPackages = call({
  method: "GET",
  path: "/packages",
  access: "visitor",
  tellsAdminsMore: true,
  summary: "The packages on sale, in the order of the cards.",
  query: listQuery(["order", "packageName", "price", "credit", "validity"], {}),
  answer: z.array(packageRecord),
  errors: ["INVALID_INPUT"],
});

export const getPackage = call({
  method: "GET",
  path: "/package/{id}",
  access: "visitor",
  tellsAdminsMore: true,
  summary: "One package on sale.",
  params: idParams,
  answer: packageRecord,
  errors: ["NOT_FOUND"],
});

export const addPackage = call({
  method: "POST",
  path: "/add-package",
  access: "admin",
  proof: "recent",
  summary: "Adds a package; the third is the last.",
  body: packageInput.extend({ idempotencyKey }),
  answer: envelope(packageRecord),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const editPackage = call({
  method: "PUT",
  path: "/edit-package/{id}",
  access: "admin",
  proof: "recent",
  summary: "Changes a package. Orders keep their own copy of what was bought.",
  params: idParams,
  body: packageInput.partial().extend({ version: recordVersion.optional() }),
  answer: envelope(packageRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const reorderPackages = orderCall("/packages", "the packages");

export const archivedPackage = packageRecord.extend({ archivedAt: z.string() });
export type ArchivedPackage = z.output<typeof archivedPackage>;

export const listArchivedPackages = call({
  method: "GET",
  path: "/packages/archived",
  access: "admin",
  summary: "The packages that were taken off sale, the last 50, newest first.",
  answer: z.array(archivedPackage),
  errors: [],
});

export const restorePackage = call({
  method: "POST",
  path: "/package/{id}/restore",
  access: "admin",
  proof: "recent",
  summary: "Puts an archived package back on sale behind the others, as it was; one on sale stays as it is.",
  params: idParams,
  answer: envelope(packageRecord),
  errors: ["NOT_FOUND", "CONFLICT"],
});

export const archivePackage = call({
  method: "DELETE",
  path: "/package/{id}",
  access: "admin",
  proof: "session",
  summary: "Takes a package off sale and frees its place.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});
