import type { ApiError } from "#web/api/client.ts";
import { insufficientCredits, type Message, messages } from "#web/features/generation/messages.ts";

interface Allowance {
  balance: number;
  /** Credits that one run takes, and that a person must have to start one. */
  cost: number;
  minimumBalance: number;
  keysUsable: boolean;
}

/** The documented refusal of a run, in the documented order; null when it may start. */
export function refusalToGenerate(title: string, allowance: Allowance): Message | null {
  if (!title.trim()) return messages.titleRequired;
  if (allowance.balance < allowance.minimumBalance) {
    return { kind: "error", text: insufficientCredits(allowance.cost) };
  }
  return allowance.keysUsable ? null : messages.noKeys;
}

export function refusalToEnhance(customPrompt: string, keysUsable: boolean): Message | null {
  if (!customPrompt.trim()) return messages.promptRequired;
  return keysUsable ? null : messages.noKeys;
}

/** What is wrong with the page's own data, if anything. */
export function loadProblem(keys: { error: Error | null; count: number | undefined }): string | null {
  if (keys.count === 0) return "No API keys available. Please contact administrator.";
  if (keys.count !== undefined || keys.error === null) return null;
  return (keys.error as ApiError).status ? "Failed to load API keys" : "Error loading API keys";
}
