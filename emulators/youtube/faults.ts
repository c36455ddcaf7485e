import { createFaultList } from "../fault-list.ts";

export const operations = [
  "token",
  "revoke",
  "channels.list",
  "playlistItems.list",
  "videos.list",
  "thumbnails.set",
  "oembed",
  "picture",
] as const;
export type Operation = (typeof operations)[number];

/** How a call travels: with `afterEffect` it has had its effect before. */
export const transportFaults = [
  "hang",
  "reset",
  "reset-mid-body",
  "truncated-json",
  "html",
  "html-ok",
  "empty-body",
] as const;
type TransportFault = (typeof transportFaults)[number];

/**
 * What can go wrong beside how a call travels.
 * - slow waits for `delayMs`; redirect leads to another host; unavailable is 503, internal 500.
 * - Refusals in Google's words, of calls of the Data API: unauthorized (401) … queries-per-day; of the token's address:
 *   invalid-grant; of oEmbed: private (403) and unembeddable (401).
 * - Of pictures: missing (of every size), missing-maxres, garbage (no picture), too-large (above 5 MB).
 */
export const faultKinds = [
  ...transportFaults,
  "slow",
  "redirect",
  "unavailable",
  "internal",
  "unauthorized",
  "quota",
  "forbidden",
  "insufficient-scope",
  "rate-limited",
  "invalid-image",
  "not-found",
  "signup-required",
  "account-closed",
  "account-suspended",
  "no-channel",
  "queries-per-minute",
  "queries-per-day",
  "invalid-grant",
  "private",
  "unembeddable",
  "missing",
  "missing-maxres",
  "garbage",
  "too-large",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  on: Operation;
  fault: FaultKind;
  /** How many calls it still strikes; null for all. */
  left: number | null;
  delayMs: number;
  afterEffect: boolean;
  /** Only calls that name this video. */
  videoId?: string | undefined;
}

export const isTransport = (fault: FaultKind): fault is TransportFault =>
  (transportFaults as readonly FaultKind[]).includes(fault);

export type Faults = ReturnType<typeof createFaults>;

export const createFaults = () =>
  createFaultList<Fault, { operation: Operation; videoId?: string | undefined }>(
    (fault, { operation, videoId }) =>
      fault.on === operation && (fault.videoId === undefined || fault.videoId === videoId),
  );
