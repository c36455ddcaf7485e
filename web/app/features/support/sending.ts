import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { replyKeyBytes, requestPlace } from "#web/features/support/draft.ts";

export interface OutgoingMessage {
  key: string;
  message: string;
  attachments: string[];
}

type Sent = Omit<OutgoingMessage, "key">;

/** What is on its way, by draft: a composer that is left and opened again waits for what it sent before. */
const underWay = new Map<string, Sent & { done: Promise<void> }>();

/**
 * Sends what a draft holds, one message at a time. What got no answer is sent again under the same key, over a reload
 * too. `onSent` hears what has arrived, also of a composer that was left meanwhile.
 */
export function useSending(
  draft: string,
  onSend: (message: OutgoingMessage) => Promise<unknown>,
  onSent: (sent: Sent) => void,
) {
  const [sending, setSending] = useState(() => underWay.has(draft));
  const [problem, setProblem] = useState<string | null>(null);
  const request = useSameRequest(replyKeyBytes, requestPlace(draft));

  async function post(message: OutgoingMessage): Promise<void> {
    try {
      await onSend(message);
      request.answered();
    } catch (error) {
      request.answered(error);
      throw error;
    } finally {
      underWay.delete(draft);
    }
  }

  function send(sent: Sent): void {
    const key = request.keyFor([sent.message, sent.attachments]);
    underWay.set(draft, { ...sent, done: post({ key, ...sent }) });
    follow();
  }

  async function follow(): Promise<void> {
    const sent = underWay.get(draft);
    if (!sent) return;
    setSending(true);
    setProblem(null);
    try {
      await sent.done;
      onSent(sent);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "Something went wrong. Please try again.");
    } finally {
      setSending(false);
    }
  }

  const resume = useEffectEvent(follow);
  useEffect(() => void resume(), []);
  return { sending, problem, setProblem, send };
}
