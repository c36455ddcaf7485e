import { useRef, useState } from "react";
import { enhancePrompt } from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import type { GeneratorForm } from "#web/features/generation/form-state.ts";
import { enhanceFailed, type Message } from "#web/features/generation/messages.ts";

/** Has the custom prompt written out by the text model, one request at a time. */
export function useEnhance(options: {
  onEnhanced: (prompt: string) => void;
  onFailed: (message: Message) => void;
}) {
  const [enhancing, setEnhancing] = useState(false);
  const running = useRef(false);

  async function enhance({ customPrompt, title, niche, style }: GeneratorForm): Promise<void> {
    if (running.current) return;
    running.current = true;
    setEnhancing(true);
    try {
      const { data } = (await api(enhancePrompt, { body: { prompt: customPrompt, title, niche, style } }))
        .body;
      if (!data.prompt.trim()) throw new Error("No enhancement received from API");
      options.onEnhanced(data.prompt);
    } catch (error) {
      options.onFailed(enhanceFailed(error));
    } finally {
      running.current = false;
      setEnhancing(false);
    }
  }

  return { enhance, enhancing };
}
