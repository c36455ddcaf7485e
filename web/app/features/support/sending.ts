import { useEffect, useEffectEvent, useState } from "react";
import { messageOf } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import { replyKeyBytes, requestPlace } from "#web/features/support/draft.ts";
import { useFailure } from "#web/features/support/failure.ts";

export interface OutgoingMessage {
  key: string;
  message: string;
  attachments: string[];
}

type Sent = Omit<OutgoingMessage, "key">;
/** `done` tells whether it has arrived. */
type UnderWay = Sent & { done: Promise<boolean> };

/** What is on its way, by draft: a composer that is left and opened again waits for what it sent before. */
const underWay = new Map<string, UnderWay>();

export const unsent = "Your message was not sent";

/**
 * Sends what a draft holds, one message at a time. What got no answer is sent again under the same key, over a reload
 * too. `onSent` hears what has arrived, also of a composer that was left meanwhile; a failure is kept with its draft.
 */
export function useSending(
  draft: string,
  onSend: (message: OutgoingMessage) => Promise<unknown>,
  onSent: (sent: Sent) => void,
) {
  // May be answered before this composer's effects run, and is followed all the same.
  const [found] = useState(() => underWay.get(draft));
  const [sending, setSending] = useState(found !== undefined);
  const { problem, setProblem } = useFailure(draft, unsent);
  const request = useSameRequest(replyKeyBytes, requestPlace(draft));

  async function post(message: OutgoingMessage): Promise<boolean> {
    try {
      await onSend(message);
      request.answered();
      return true;
    } catch (error) {
      request.answered(error);
      setProblem(messageOf(error, "Something went wrong. Please try again."));
      return false;
    } finally {
      underWay.delete(draft);
    }
  }

  function send(sent: Sent): void {
    setProblem(null);
    const key = request.keyFor([sent.message, sent.attachments]);
    const begun = { ...sent, done: post({ key, ...sent }) };
    underWay.set(draft, begun);
    follow(begun);
  }

  async function follow(sent: UnderWay): Promise<void> {
    setSending(true);
    if (await sent.done) onSent(sent);
    setSending(false);
  }

  const resume = useEffectEvent(() => found && follow(found));
  useEffect(() => void resume(), []);
  return { sending, problem, setProblem, send };
}
