import { Eye } from "lucide-react";
import { Fragment, useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { postTicketPresence, type ticketPresence } from "#contract/support-staff.ts";
import { api } from "#web/api/client.ts";
import styles from "#web/features/support/support.module.css";

type Others = z.output<typeof ticketPresence>;
const heartbeatMilliseconds = 10_000;

/**
 * Tells the server every few seconds that this ticket is open here, and asks who else has it open. `refresh` asks at
 * once, after an event. Nothing depends on the answer, so a failure is silent.
 */
export function usePresence(ticketId: string, typing: boolean): { others: Others; refresh: () => void } {
  const [others, setOthers] = useState<Others>([]);
  const state = useRef({ ticketId, typing });
  state.current = { ticketId, typing };

  const refresh = useCallback(() => {
    const { ticketId: id, typing: now } = state.current;
    if (id === "" || document.visibilityState === "hidden") return;
    api(postTicketPresence, { params: { id }, body: { typing: now } }).then(
      (answer) => {
        if (state.current.ticketId === id) setOthers(answer.body.data);
      },
      () => undefined,
    );
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server is told as soon as typing begins or ends.
  useEffect(refresh, [refresh, ticketId, typing]);

  useEffect(() => {
    if (ticketId === "") return;
    const timer = setInterval(refresh, heartbeatMilliseconds);
    return () => {
      clearInterval(timer);
      setOthers([]);
      const body = { typing: false, leaving: true };
      api(postTicketPresence, { params: { id: ticketId }, body }).catch(() => undefined);
    };
  }, [ticketId, refresh]);

  return { others, refresh };
}

export function PresenceLine({ others }: { others: Others }) {
  return (
    <div role="status">
      {others.length > 0 && (
        <p className={styles.presence}>
          <Eye size={16} aria-hidden />
          {others.map(({ _id, userName, typing }, at) => (
            <Fragment key={_id}>
              {at > 0 && ", "}
              <bdi>{userName}</bdi> is {typing ? "writing" : "looking at this ticket"}
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}
