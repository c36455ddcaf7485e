import { z } from "zod";
import { call } from "./call.ts";
import { plainEmail } from "./entered-text.ts";
import {
  acknowledged,
  envelope,
  idempotencyKey,
  idParams,
  isStorableDate,
  lineText,
  listQuery,
  nameText,
  oneOf,
  recordVersion,
  urlText,
} from "./fields.ts";
import { membershipLevels, roles } from "./roles.ts";

/** A person as the documents' clients read them: the e-mail under all three names, all alike. */
export const userRecord = z.object({
  _id: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  UserEmail: z.string(),
  email: z.string(),
  userRole: z.enum(roles),
  aboutMe: z.string(),
  profileURL: z.string().nullable(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  phone: z.string(),
  currentBalance: z.number().int(),
  userMembership: z.enum(membershipLevels),
  /** Null with a level other than free: no end. */
  MembershipValidity: z.string().nullable(),
  disabled: z.boolean(),
  /** Of what people edit; what payments, runs and time change does not count. */
  version: recordVersion,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type UserRecord = z.output<typeof userRecord>;

export const createUser = call({
  method: "POST",
  path: "/api/create-user",
  access: "member",
  summary:
    "Makes sure of the caller's own record, any number of times: fills what is blank, changes nothing else.",
  body: z.object({
    userName: nameText.optional(),
    userEmail: z.string().overwrite(plainEmail).max(254),
    profileURL: urlText.nullish(),
  }),
  answer: envelope(userRecord),
  errors: ["INVALID_INPUT", "FORBIDDEN"],
});

export const userSortColumns = [
  "userName",
  "currentBalance",
  "userRole",
  "userMembership",
  "createdAt",
] as const;

export const listUsers = call({
  method: "GET",
  path: "/users",
  access: "member",
  summary: "A member's own record; for an admin everyone's, newest first, or the one with the e-mail.",
  query: listQuery(userSortColumns, {
    userEmail: z.string().max(254).optional(),
    userRole: oneOf(roles).optional(),
    userMembership: oneOf(membershipLevels).optional(),
  }),
  answer: z.array(userRecord),
  errors: ["INVALID_INPUT"],
});

export const listAdmins = call({
  method: "GET",
  path: "/users/admins",
  access: "member",
  summary: "The e-mails of all admins; nothing for a member.",
  answer: z.array(z.object({ UserEmail: z.string() })),
  errors: [],
});

/** A moment that exists: an ISO date, or a date and time with its zone. */
const validity = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], "Please enter a valid date.")
  .refine(isStorableDate, "Please enter a valid date.");

const wholeBalance = "Please enter a whole number from 0 to 1,000,000";
const wholeChange = "Please enter a whole number from -1,000,000 to 1,000,000, without 0";

export const updateUser = call({
  method: "PUT",
  path: "/api/users/{id}",
  access: "admin",
  proof: "recent",
  summary:
    "Changes what is sent of a person; a balance is booked as an adjustment, a new role ends sessions.",
  params: idParams,
  body: z
    .object({
      userName: nameText.min(1, "Please enter a name").optional(),
      UserEmail: z.string().max(254).optional(),
      userRole: z.enum(roles, "Please choose a role").optional(),
      userMembership: z.enum(membershipLevels, "Please choose a membership").optional(),
      /** Absent with a membership that changes: no end. */
      MembershipValidity: validity.nullable().optional(),
      currentBalance: z
        .number(wholeBalance)
        .int(wholeBalance)
        .min(0, wholeBalance)
        .max(1_000_000, wholeBalance)
        .optional(),
      /** Books an amount, whatever the balance is by then; with its reason, and not beside `currentBalance`. */
      balanceChange: z
        .number(wholeChange)
        .int(wholeChange)
        .min(-1_000_000, wholeChange)
        .max(1_000_000, wholeChange)
        .refine((amount) => amount !== 0, wholeChange)
        .optional(),
      /** The same again under the same key books nothing: it answers what stands since. */
      idempotencyKey,
      /** Why the balance is changed; shown on the person's statement. */
      reason: lineText.optional(),
      disabled: z.boolean().optional(),
      version: recordVersion.optional(),
      /** What was seen of the fields that payments, runs and time change too; another value now is stale as well. */
      expected: userRecord
        .pick({ currentBalance: true, userMembership: true, MembershipValidity: true })
        .partial()
        .optional(),
    })
    .refine(({ balanceChange, reason }) => balanceChange === undefined || Boolean(reason), {
      path: ["reason"],
      message: "Please enter a reason",
    })
    .refine(
      ({ balanceChange, currentBalance }) => balanceChange === undefined || currentBalance === undefined,
      {
        path: ["balanceChange"],
        message: "Please change the balance or set it, not both",
      },
    ),
  answer: envelope(userRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "STALE_VERSION"],
});

export const deleteUser = call({
  method: "DELETE",
  path: "/api/users/{id}",
  access: "admin",
  proof: "recent",
  summary: "Erases a person's data and ends the sessions; orders and ledger stay under a pseudonym.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND", "CONFLICT"],
});

/** Both calls below take whatever the documents' clients send and read none of it. */
const ignored = z.object({});

export const updateUserBalance = call({
  method: "PUT",
  path: "/update-user-balance",
  access: "member",
  summary: "Grants nothing: completes the caller's own captured payments and answers what now stands.",
  body: ignored,
  answer: envelope(userRecord),
  errors: [],
  rateLimit: { name: "complete-payments", max: 120, windowSeconds: 60, by: "user" },
});

export const updateUserMembership = call({
  method: "PUT",
  path: "/update-user-membership",
  access: "member",
  summary: "Grants nothing: completes the caller's own captured payments and answers what now stands.",
  body: ignored,
  answer: envelope(userRecord),
  errors: [],
  rateLimit: { name: "complete-payments", max: 120, windowSeconds: 60, by: "user" },
});
