import { useRef, useState } from "react";
import { createGeneration } from "#contract/generations.ts";
import { ApiError, api } from "#web/api/client.ts";
import { requestKey } from "#web/api/request-key.ts";
import type { GeneratorForm } from "#web/features/generation/form-state.ts";
import { type Message, startFailed } from "#web/features/generation/messages.ts";

function bodyOf(form: GeneratorForm) {
  const { title, niche, style, customPrompt, enhancedPrompt } = form;
  return {
    title: title.trim(),
    niche,
    style,
    customPrompt,
    ...(enhancedPrompt.trim() ? { enhancedPrompt } : {}),
  };
}

/**
 * Starts runs, one at a time. A try that got no answer may have started a run all the same, so the next try with
 * the same input repeats its idempotency key and finds that run instead of paying for another.
 */
export function useStartRun(options: {
  onStarted: (run: { id: string; currentBalance: number }) => void;
  onFailed: (message: Message) => void;
}) {
  const [starting, setStarting] = useState(false);
  const running = useRef(false);
  const unanswered = useRef<{ key: string; body: string } | null>(null);

  async function start(form: GeneratorForm): Promise<void> {
    if (running.current) return;
    running.current = true;
    setStarting(true);
    const body = bodyOf(form);
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
