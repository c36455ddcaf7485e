import { Eye } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { postTicketPresence, type ticketPresence } from "#contract/support-staff.ts";
import { api } from "#web/api/client.ts";
import styles from "#web/features/support/desk.module.css";

type Others = z.output<typeof ticketPresence>;
const signMilliseconds = 10_000;

/**
 * Says every few seconds that this ticket is looked at here, and who else looks. `look` asks at once, for news of
 * the stream; nothing depends on it, so its failures are silent.
 */
export function usePresence(ticketId: string, typing: boolean): { others: Others; look: () => void } {
  const [others, setOthers] = useState<Others>([]);
  const state = useRef({ ticketId, typing });
  state.current = { ticketId, typing };

  const look = useCallback(() => {
    const { ticketId: id, typing: now } = state.current;
    if (id === "" || document.visibilityState === "hidden") return;
    api(postTicketPresence, { params: { id }, body: { typing: now } }).then(
      (answer) => {
        if (state.current.ticketId === id) setOthers(answer.body.data);
      },
      () => undefined,
    );
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: typing is told as soon as it begins or ends.
  useEffect(look, [look, ticketId, typing]);

  useEffect(() => {
    if (ticketId === "") return;
    const timer = setInterval(look, signMilliseconds);
    return () => {
      clearInterval(timer);
      setOthers([]);
      const body = { typing: false, leaving: true };
      api(postTicketPresence, { params: { id: ticketId }, body }).catch(() => undefined);
    };
  }, [ticketId, look]);

  return { others, look };
}

export function PresenceLine({ others }: { others: Others }) {
  return (
    <div role="status">
      {others.length > 0 && (
        <p className={styles.presence}>
          <Eye size={16} aria-hidden />
          {others
            .map(({ userName, typing }) => `${userName} is ${typing ? "writing" : "looking at this ticket"}`)
            .join(", ")}
        </p>
      )}
    </div>
  );
}
