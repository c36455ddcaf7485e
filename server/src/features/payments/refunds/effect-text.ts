import type { RefundEffect } from "#contract/payments.ts";
import { dateIn } from "#contract/time-zone.ts";

const levels = { free: "free", basic: "Basic", premium: "Premium" } as const;

/** "Takes back 10 of 26 credits, leaves 16. Membership stays until 20/02/2027." */
export function effectForAdmin(effect: RefundEffect): string {
  const { creditsTaken: taken, creditsOwed: owed, balanceBefore, balanceAfter } = effect;
  const parts = [
    taken > 0 || owed > 0
      ? `Takes back ${taken} of ${counted(balanceBefore)}, leaves ${balanceAfter}.`
      : `Takes back no credits, ${counted(balanceAfter)} stay.`,
    owed > 0
      ? `${owed} more ${owed === 1 ? "is" : "are"} spent already: owed, and settled by the next purchase first.`
      : "",
    membershipText(effect, "Membership"),
  ];
  return parts.filter(Boolean).join(" ");
}

/** The same as the buyer's mail says it, afterwards. Empty where neither credits nor a membership were bought. */
export function effectForBuyer(effect: RefundEffect): string {
  const { creditsTaken: taken, creditsOwed: owed, balanceBefore, balanceAfter } = effect;
  const parts = [
    taken > 0 || owed > 0
      ? `${taken} of your ${counted(balanceBefore)} ${taken === 1 ? "was" : "were"} taken back, ${balanceAfter} ${balanceAfter === 1 ? "is" : "are"} left.`
      : "",
    owed > 0
      ? `${owed} more ${owed === 1 ? "was" : "were"} spent already: your next purchase settles ${owed === 1 ? "it" : "them"} first.`
      : "",
    membershipText(effect, "Your membership"),
  ];
  return parts.filter(Boolean).join(" ");
}

function membershipText({ membership }: RefundEffect, whose: string): string {
  if (!membership) return "";
  const until = membership.until ? `until ${dateIn("UTC", new Date(membership.until))}` : "without end";
  if (membership.level === "free") return membership.changes ? `${whose} ends at once.` : "";
  return membership.changes
    ? `${whose} becomes ${levels[membership.level]} ${until}.`
    : `${whose} stays ${until}.`;
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "credit" : "credits"}`;
}
