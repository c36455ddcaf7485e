import { useEffect, useEffectEvent } from "react";
import type { InputOf } from "#contract/call.ts";
import { createGeneration, enhancePrompt, type Generation, retakeImage } from "#contract/generations.ts";
import { videoIdOfLink } from "#contract/youtube-links.ts";
import { api, statusOf } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { enhancedToSend } from "#web/features/generations/enhanced-prompt.ts";
import { failureText } from "#web/features/generations/failure-text.ts";
import { type GeneratorForm, lookOf, reusedForm } from "#web/features/generations/form-state.ts";
import { type Message, messages, seePackages } from "#web/features/generations/messages.tsx";
import { hintOf } from "#web/features/generations/video-link.tsx";
import { draftPrefix } from "#web/features/shell/sign-out.ts";
import { insufficientCredits } from "#web/ui/credit-words.ts";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";
import { createStore, useStore } from "#web/ui/store.ts";

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

/** What a person typed is no title where it is a link alone. */
export function refusalOfLink(title: string): Message | null {
  if (hintOf(title)) return messages.otherLink;
  return videoIdOfLink(title) ? messages.videoLink : null;
}

export function refusalToEnhance(customPrompt: string, keysUsable: boolean): Message | null {
  if (!customPrompt.trim()) return messages.promptRequired;
  return keysUsable ? null : messages.noKeys;
}

/** What is wrong with the page's own data, if anything. */
export function loadProblem(keys: { error: Error | null; count: number | undefined }): string | null {
  if (keys.count === 0) return "No API keys available. Please contact administrator.";
  if (keys.count !== undefined || keys.error === null) return null;
  return statusOf(keys.error) > 0 ? "Failed to load API keys" : "Error loading API keys";
}

/** What is asked for, but for the key of the request. */
export type GenerationRequest = Omit<InputOf<typeof createGeneration>["body"], "idempotencyKey" | "cost">;
/** The free new take of a picture. */
export type RetakeRequest = { retake: Place };

export function requestOf(form: GeneratorForm): GenerationRequest {
  const { title, niche, style, words, customPrompt, video, references, brand } = form;
  const enhancedPrompt = enhancedToSend(form);
  return {
    title: title.trim(),
    niche,
    style,
    customPrompt,
    ...(words ? { words } : {}),
    ...(enhancedPrompt ? { enhancedPrompt } : {}),
    ...(references.length > 0 ? { references } : {}),
    ...(brand === null ? {} : { brand }),
    ...(video ? { video: { id: video.id, channel: video.channel } } : {}),
  };
}

type RequestOfPicture = RetakeRequest | (GenerationRequest & { source: object });

/** Whether it is a change, a variation or a retake, of which the form says nothing. */
export const isOfPicture = (asked: GenerationRequest | RetakeRequest): asked is RequestOfPicture =>
  "retake" in asked || asked.source !== undefined;

/** Where a picture stands: its run, and its position there. */
export type Place = { id: string; position: string };

/** That of what a run was made from; null where that is gone, or a design. */
export function placeOf({ previewUrl = "" }: NonNullable<Generation["source"]>): Place | null {
  const [, id, position] = /^\/api\/generations\/(\w+)\/images\/(\d)\//.exec(previewUrl) ?? [];
  return id && position ? { id, position } : null;
}

/** What a run was asked for, to ask for it once more; null where the picture that it was of is gone. */
export function askAgain(generation: Generation): GenerationRequest | RetakeRequest | null {
  const { kind, source } = generation;
  if (kind === "new") return requestOf(reusedForm(generation, null));
  if (!source) return null;
  if (kind === "retake") {
    const place = placeOf(source);
    return place && { retake: place };
  }
  const { title, niche, style } = lookOf(generation);
  const by = source.vary ? { vary: source.vary } : { instruction: source.instruction ?? "" };
  return { title, niche, style, customPrompt: "", source: { kind: source.kind, id: source.id }, ...by };
}

/**
 * Starts generations, one at a time. One that got no answer is found by the same press, over a reload and a look elsewhere
 * too; where its end was seen already, the press means another one.
 */
export function useStartGeneration(options: {
  userId: string;
  isSeen: (id: string) => boolean;
  /** What the screen says that a run takes. No part of what a key stands for: a repeat finds its run at any price. */
  cost: number;
  onStarted: (generation: { id: string; currentBalance: number }) => void;
  onFailed: (message: Message) => void;
}) {
  const { run, busy } = useOneAtATime();
  const place = `${draftPrefix}request:generator:${options.userId}`;
  const ofForm = useSameRequest(undefined, place);
  // A run of the form in between leaves the key of a change as it is.
  const ofPicture = useSameRequest(undefined, `${place}:picture`);
  const keysOf = (asked: GenerationRequest | RetakeRequest) => (isOfPicture(asked) ? ofPicture : ofForm);

  async function send(asked: GenerationRequest | RetakeRequest) {
    const request = keysOf(asked);
    const idempotencyKey = request.keyFor(asked);
    const { body } =
      "retake" in asked
        ? await api(retakeImage, { params: asked.retake, body: { idempotencyKey } })
        : await api(createGeneration, { body: { ...asked, cost: options.cost, idempotencyKey } });
    request.answered();
    return body.data;
  }

  const start = (asked: GenerationRequest | RetakeRequest) =>
    run(async () => {
      try {
        const begun = await send(asked);
        options.onStarted(options.isSeen(begun.id) ? await send(asked) : begun);
      } catch (error) {
        keysOf(asked).answered(error);
        options.onFailed(await failureText(({ startFailed }) => startFailed(error, isOfPicture(asked))));
      }
    });

  return { start, starting: busy };
}

/** Of the page's one form, whichever screen began it: it goes on, and its end waits, while its person is elsewhere. */
const enhancement = createStore<{ isRunning: boolean; ended: Message | null }>({
  isRunning: false,
  ended: null,
});

/** Has the custom prompt written out by the text model, one request at a time. */
export function useEnhance(options: {
  /** Answers whether the form took it, which may have another one by now. */
  onEnhanced: (prompt: string, sent: GeneratorForm) => boolean;
  onEnded: (message: Message) => void;
}) {
  const { isRunning, ended } = useStore(enhancement, (state) => state);
  const onEnded = useEffectEvent(options.onEnded);
  useEffect(() => {
    if (!ended) return;
    enhancement.setState({ ...enhancement.getState(), ended: null });
    onEnded(ended);
  }, [ended]);

  async function enhance(form: GeneratorForm) {
    if (enhancement.getState().isRunning) return;
    const { customPrompt, title, niche, style } = form;
    enhancement.setState({ isRunning: true, ended: null });
    let message: Message;
    try {
      const { body } = await api(enhancePrompt, { body: { prompt: customPrompt, title, niche, style } });
      if (!body.data.prompt.trim()) throw new Error("No enhancement received from API");
      message = options.onEnhanced(body.data.prompt, form) ? messages.enhanced : messages.notTaken;
    } catch (error) {
      message = await failureText(({ enhanceFailed }) => enhanceFailed(error));
    }
    enhancement.setState({ isRunning: false, ended: message });
  }

  return { enhance, enhancing: isRunning };
}
