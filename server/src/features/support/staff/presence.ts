import type { Platform } from "#server/platform/platform.ts";
import { publishTicketEvent } from "../support-events.ts";

const topic = "support-presence";
const lapseMilliseconds = 30_000;

interface Heartbeat {
  ticketId: string;
  userId: string;
  userName: string;
  typing: boolean;
  leaving: boolean;
}

interface PresenceEntry {
  userName: string;
  typing: boolean;
  until: number;
}

export interface Presence {
  /** Says where a person looks and answers who else looks there. */
  sign(sign: Heartbeat): Promise<{ _id: string; userName: string; typing: boolean }[]>;
  stop(): void;
}

/**
 * Who of the staff looks at which ticket. Kept in the memory of each process and told to all by signs that lapse;
 * nothing is lost with it but the picture of a moment.
 */
export function createPresence(platform: Platform, now = Date.now): Presence {
  const tickets = new Map<string, Map<string, PresenceEntry>>();

  const stop = platform.events.subscribe(topic, (data) => {
    if ((data as { missed?: true }).missed) return;
    remember(data as Heartbeat);
  });

  function remember({ ticketId, userId, userName, typing, leaving }: Heartbeat): void {
    const looking = tickets.get(ticketId) ?? new Map<string, PresenceEntry>();
    if (leaving) looking.delete(userId);
    else looking.set(userId, { userName, typing, until: now() + lapseMilliseconds });
    if (looking.size > 0) tickets.set(ticketId, looking);
    else tickets.delete(ticketId);
  }

  function others(ticketId: string, userId: string) {
    const looking = tickets.get(ticketId) ?? new Map<string, PresenceEntry>();
    for (const [id, { until }] of looking) if (until < now()) looking.delete(id);
    return [...looking]
      .filter(([id]) => id !== userId)
      .map(([id, { userName, typing }]) => ({ _id: id, userName, typing }))
      .sort((a, b) => a.userName.localeCompare(b.userName));
  }

  /** Signs repeat every few seconds; only one that changes the picture is news. */
  function changes(sign: Heartbeat): boolean {
    const known = tickets.get(sign.ticketId)?.get(sign.userId);
    const present = known !== undefined && known.until >= now();
    return sign.leaving ? present : !present || known.typing !== sign.typing;
  }

  return {
    async sign(sign) {
      const isNews = changes(sign);
      remember(sign);
      await platform.events.publish(platform.db, topic, sign);
      if (isNews) {
        await publishTicketEvent(
          platform.events,
          platform.db,
          { id: sign.ticketId, userId: null },
          "presence",
        );
      }
      return others(sign.ticketId, sign.userId);
    },
    stop,
  };
}
