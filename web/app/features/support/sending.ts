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
type UnderWay = Sent & { done: Promise<void> };

/** What is on its way, by draft: a composer that is left and opened again waits for what it sent before. */
const underWay = new Map<string, UnderWay>();

/**
 * Sends what a draft holds, one message at a time. What got no answer is sent again under the same key, over a reload
 * too. `onSent` hears what has arrived, also of a composer that was left meanwhile.
 */
export function useSending(
  draft: string,
  onSend: (message: OutgoingMessage) => Promise<unknown>,
  onSent: (sent: Sent) => void,
) {
  // May be answered before this composer's effects run, and is followed all the same.
  const [found] = useState(() => underWay.get(draft));
  const [sending, setSending] = useState(found !== undefined);
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
    const begun = { ...sent, done: post({ key, ...sent }) };
    underWay.set(draft, begun);
    follow(begun);
  }

  async function follow(sent: UnderWay): Promise<void> {
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

  const resume = useEffectEvent(() => found && follow(found));
  useEffect(() => void resume(), []);
  return { sending, problem, setProblem, send };
}
