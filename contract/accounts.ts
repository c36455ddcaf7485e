import { z } from "zod";
import { call } from "./call.ts";
import { membershipLevels, roles } from "./roles.ts";

/** Other services that a person may sign in with, where the shop has credentials for them. */
export const federatedNames = ["google", "facebook", "github", "twitter"] as const;
export type FederatedName = (typeof federatedNames)[number];

/** The signed-in person as the shell of every page needs it. */
export const viewerRecord = z.object({
  _id: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userRole: z.enum(roles),
  /** The back office opens once a second factor is set up. */
  owesFactor: z.boolean(),
  /** Also of whoever is a member until then. */
  isStaff: z.boolean(),
  profileURL: z.string().nullable(),
  userMembership: z.enum(membershipLevels),
  MembershipValidity: z.string().nullable(),
  currentBalance: z.number().int(),
  /** Spent before their payment went back; the next credits settle them. */
  creditsOwed: z.number().int(),
});
export type ViewerRecord = z.output<typeof viewerRecord>;

/** What every page starts from: who is looking, and the shop's public face. */
export const getViewer = call({
  method: "GET",
  path: "/api/viewer",
  access: "visitor",
  summary: "The signed-in person, or null, and the shop's public face.",
  answer: z.object({
    success: z.literal(true),
    data: z.object({
      user: viewerRecord.nullable(),
      shop: z.object({
        name: z.string(),
        currency: z.string(),
        /** By whose midnight the shop's days begin. */
        timeZone: z.string(),
        /** Credits that one run takes, and that a person must have to start one. */
        cost: z.number().int(),
        minimumBalance: z.number().int(),
        demo: z.boolean(),
        /** 'Buy More' shows below this balance. */
        buyMoreBelow: z.number().int(),
        /** 'Buy Credits' shows at this balance or less. */
        buyCreditsBelow: z.number().int(),
        federated: z.array(z.enum(federatedNames)),
        /** Whether a channel of YouTube can be connected. */
        youtube: z.boolean(),
      }),
    }),
  }),
  errors: [],
});
