import { useRef, useState } from "react";
import type { InputOf } from "#contract/call.ts";
import { createGeneration, enhancePrompt } from "#contract/generations.ts";
import { ApiError, api, requestKey } from "#web/api/client.ts";
import { enhancedToSend } from "#web/features/generations/enhanced-prompt.ts";
import type { GeneratorForm } from "#web/features/generations/form-state.ts";
import {
  enhanceFailed,
  insufficientCredits,
  type Message,
  messages,
  startFailed,
} from "#web/features/generations/messages.tsx";
import { seePackages } from "#web/features/generations/next-steps.ts";

export interface Allowance {
  balance: number;
  /** Credits that one generation takes, and that a person must have to start one. */
  cost: number;
  minimumBalance: number;
  keysUsable: boolean;
}

/** The documented refusal of a generation, in the documented order; null when it may start. */
export function refusalToGenerate(title: string, allowance: Allowance): Message | null {
  if (!title.trim()) return messages.titleRequired;
  if (allowance.balance < allowance.minimumBalance) {
    return { kind: "error", text: insufficientCredits(allowance.cost), next: seePackages };
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

/** What is asked for, but for the key of the request. */
export type RunRequest = Omit<InputOf<typeof createGeneration>["body"], "idempotencyKey">;

export function requestOf(form: GeneratorForm): RunRequest {
  const { title, niche, style, words, customPrompt } = form;
  const enhancedPrompt = enhancedToSend(form);
  return {
    title: title.trim(),
    niche,
    style,
    customPrompt,
    ...(words ? { words } : {}),
    ...(enhancedPrompt ? { enhancedPrompt } : {}),
  };
}

/**
 * Starts generations, one at a time. A try that got no answer may have started a generation all the same, so the next try with
 * the same input repeats its idempotency key and finds that generation instead of paying for another.
 */
export function useStartGeneration(options: {
  onStarted: (generation: { id: string; currentBalance: number }) => void;
  onFailed: (message: Message) => void;
}) {
  const [starting, setStarting] = useState(false);
  const running = useRef(false);
  const unanswered = useRef<{ key: string; body: string } | null>(null);

  async function start(body: RunRequest): Promise<void> {
    if (running.current) return;
    running.current = true;
    setStarting(true);
    const text = JSON.stringify(body);
    const key = unanswered.current?.body === text ? unanswered.current.key : requestKey();
    unanswered.current = { key, body: text };
    try {
      const { data } = (await api(createGeneration, { body: { ...body, idempotencyKey: key } })).body;
      unanswered.current = null;
      options.onStarted(data);
    } catch (error) {
      if (error instanceof ApiError && error.status > 0 && error.status < 500) unanswered.current = null;
      options.onFailed(startFailed(error));
    } finally {
      running.current = false;
      setStarting(false);
    }
  }

  return { start, starting };
}

/** Has the custom prompt written out by the text model, one request at a time. */
export function useEnhance(options: {
  onEnhanced: (prompt: string, sent: GeneratorForm) => void;
  onFailed: (message: Message) => void;
}) {
  const [enhancing, setEnhancing] = useState(false);
  const running = useRef(false);

  async function enhance(form: GeneratorForm): Promise<void> {
    if (running.current) return;
    const { customPrompt, title, niche, style } = form;
    running.current = true;
    setEnhancing(true);
    try {
      const { data } = (await api(enhancePrompt, { body: { prompt: customPrompt, title, niche, style } }))
        .body;
      if (!data.prompt.trim()) throw new Error("No enhancement received from API");
      options.onEnhanced(data.prompt, form);
    } catch (error) {
      options.onFailed(enhanceFailed(error));
    } finally {
      running.current = false;
      setEnhancing(false);
    }
  }

  return { enhance, enhancing };
}
