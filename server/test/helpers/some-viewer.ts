import type { Viewer } from "#server/platform/http/viewer.ts";

/** A person of no shop, for what a viewer only passes through. */
export const someViewer: Viewer = {
  id: "1",
  email: "a@example.com",
  name: "A",
  role: "member",
  sessionId: "1",
  owesFactor: false,
  ownRole: "member",
  provenAt: new Date(),
  shown: { profileUrl: null, membership: "free", membershipValidity: null, balance: 0, debt: 0 },
};
