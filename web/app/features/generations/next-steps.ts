import type { Generation } from "#contract/generations.ts";
import type { NextStep } from "#web/features/generations/messages.tsx";

interface Advice {
  advice: string;
  next: NextStep;
}

const contactSupport: NextStep = { label: "Contact support", to: "/user/create-support" };
export const tryAgain: NextStep = { label: "Try again", act: "retry" };
const tryLater: NextStep = { ...tryAgain, afterSeconds: 10 };
const editPrompt: NextStep = { label: "Edit the prompt", act: "edit-prompt" };
const back: NextStep = { label: "Back to the thumbnail", act: "back" };

const causes = {
  safety: "Names, weapons or injuries are often the cause.",
  prohibited: "Real people, brands or violence are often the cause.",
  recitation: "Names of films, artists or brands are often the cause.",
};

const byReason: Record<string, Advice> = {
  "rate-limit": { advice: "The image service is busy.", next: tryLater },
  overloaded: { advice: "The image service is busy.", next: tryLater },
  "daily-quota": {
    advice: "The image service opens again within a day. We can tell you when.",
    next: contactSupport,
  },
  "key-refused": { advice: "Only the shop can mend this.", next: contactSupport },
  billing: { advice: "Only the shop can mend this.", next: contactSupport },
  "model-not-found": { advice: "Only the shop can mend this.", next: contactSupport },
  storage: { advice: "Only the shop can mend this.", next: contactSupport },
  "no-keys": { advice: "The image service is busy.", next: tryLater },
  safety: {
    advice: `${causes.safety} Edit the prompt and try again.`,
    next: editPrompt,
  },
  prohibited: {
    advice: `${causes.prohibited} Edit the prompt and try again.`,
    next: editPrompt,
  },
  recitation: {
    advice: `${causes.recitation} Describe the picture in your own words.`,
    next: editPrompt,
  },
  language: { advice: "Write the prompt in another language, English for example.", next: editPrompt },
  "max-tokens": { advice: "A shorter prompt often helps.", next: editPrompt },
  "no-image": { advice: "Say plainly what the picture is to show.", next: editPrompt },
  "invalid-request": { advice: "Say plainly what the picture is to show.", next: editPrompt },
};

/** The way on after a failed run, by the reason that the shop noted; a wait is as long as the shop says, where it knows. */
export function adviceFor(reason: string | undefined, retryAfterSeconds?: number | null): Advice {
  const known = reason !== undefined && Object.hasOwn(byReason, reason) ? byReason[reason] : undefined;
  if (!known) return { advice: "This seldom lasts.", next: tryAgain };
  if (known.next !== tryLater || typeof retryAfterSeconds !== "number") return known;
  return { ...known, next: { ...tryAgain, afterSeconds: retryAfterSeconds } };
}

/** The same for a change or a variation, which the form's prompt has no part in: what was asked for stands with its picture. */
export function adviceForChange({
  reason = "",
  retryAfterSeconds,
  source,
}: Partial<Generation>): Partial<Advice> {
  const known = adviceFor(reason, retryAfterSeconds);
  if (known.next !== editPrompt) return known;
  if (!source?.previewUrl) return { advice: "What it was made from is gone." };
  const cause = causes[reason as keyof typeof causes];
  return {
    advice: `${cause ? `${cause} ` : ""}Ask for it in other words, or for something else.`,
    next: back,
  };
}
