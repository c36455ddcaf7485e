import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged, emailText, envelope, idParams, lineText, listQuery, nameText } from "./fields.ts";
import { orderCall } from "./list-order.ts";
import { textToMinor } from "./money.ts";
import { type PointName, pointNames } from "./package-offer.ts";
import { membershipLevels } from "./roles.ts";

export const maximumPackages = 3;

/** A price as it is entered: a number or a text with at most two decimals. Parsed to minor units. */
export const priceInput = z
  .union([z.number(), z.string()], "Please enter a price.")
  .transform((value, context) => {
    const minor = textToMinor(String(value));
    if (minor !== null && minor >= 1 && minor <= 9_999_999) return minor;
    context.addIssue({
      code: "custom",
      message: "Please enter a price from 0.01 to 99,999.99 with at most two decimals.",
    });
    return z.NEVER;
  });

/** A whole number that may come as a text, as forms send it. */
function wholeInput(name: string, max: number) {
  const message = `${name} must be a whole number from 0 to ${max.toLocaleString("en-US")}.`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/, message)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.number(message).int(message).min(0, message).max(max, message));
}

const points = z.object(
  Object.fromEntries(pointNames.map((name) => [name, lineText])) as Record<PointName, typeof lineText>,
);

export const packageRecord = points.extend({
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

/** The form of a package. In an edit, what is absent stays. */
export const packageInput = points.partial().extend({
  packageName: nameText.min(1, "Please enter a package name."),
  price: priceInput,
  credit: wholeInput("Credit", 1_000_000),
  validity: wholeInput("Validity", 3650).optional(),
  membershipLevel: z.enum(membershipLevels).optional(),
  order: wholeInput("Order", 1_000_000).optional(),
  sellerEmail: z.union([z.literal(""), emailText]).optional(),
});

export const listPackages = call({
  method: "GET",
  path: "/packages",
  access: "visitor",
  summary: "The packages on sale, in the order of the cards.",
  query: listQuery(["order", "packageName", "price", "credit", "validity"], {}),
  answer: z.array(packageRecord),
  errors: ["INVALID_INPUT"],
});

export const getPackage = call({
  method: "GET",
  path: "/package/{id}",
  access: "visitor",
  summary: "One package on sale.",
  params: idParams,
  answer: packageRecord,
  errors: ["NOT_FOUND"],
});

export const addPackage = call({
  method: "POST",
  path: "/add-package",
  access: "admin",
  proof: "session",
  summary: "Adds a package; the third is the last.",
  body: packageInput,
  answer: envelope(packageRecord),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const editPackage = call({
  method: "PUT",
  path: "/edit-package/{id}",
  access: "admin",
  proof: "session",
  summary: "Changes a package. Orders keep their own copy of what was bought.",
  params: idParams,
  body: packageInput.partial().extend({ version: z.number().int().optional() }),
  answer: envelope(packageRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const reorderPackages = orderCall("/packages", "the packages");

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
