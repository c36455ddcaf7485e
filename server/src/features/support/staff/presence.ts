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
  /** Tells which ticket a viewer has open; answers who else has it open. */
  heartbeat(heartbeat: Heartbeat): Promise<{ _id: string; userName: string; typing: boolean }[]>;
  stop(): void;
}

/**
 * Who of the staff has which ticket open. Each process keeps it in memory and publishes heartbeats that lapse, so that
 * a restart loses nothing that the next heartbeats don't bring back.
 */
export function createPresence(platform: Platform): Presence {
  const tickets = new Map<string, Map<string, PresenceEntry>>();

  const stop = platform.events.subscribe(topic, (data) => {
    if ((data as { missed?: true }).missed) return;
    remember(data as Heartbeat);
  });

  function remember({ ticketId, userId, userName, typing, leaving }: Heartbeat): void {
    const entries = tickets.get(ticketId) ?? new Map<string, PresenceEntry>();
    if (leaving) entries.delete(userId);
    else entries.set(userId, { userName, typing, until: Date.now() + lapseMilliseconds });
    if (entries.size > 0) tickets.set(ticketId, entries);
    else tickets.delete(ticketId);
  }

  function others(ticketId: string, userId: string) {
    const entries = tickets.get(ticketId) ?? new Map<string, PresenceEntry>();
    for (const [id, { until }] of entries) if (until < Date.now()) entries.delete(id);
    return [...entries]
      .filter(([id]) => id !== userId)
      .map(([id, { userName, typing }]) => ({ _id: id, userName, typing }))
      .sort((a, b) => a.userName.localeCompare(b.userName));
  }

  /** Heartbeats repeat every few seconds; only one that changes who is there is published as the ticket's event. */
  function isChange(heartbeat: Heartbeat): boolean {
    const known = tickets.get(heartbeat.ticketId)?.get(heartbeat.userId);
    const present = known !== undefined && known.until >= Date.now();
    return heartbeat.leaving ? present : !present || known.typing !== heartbeat.typing;
  }

  return {
    async heartbeat(heartbeat) {
      const changed = isChange(heartbeat);
      remember(heartbeat);
      await platform.events.publish(platform.db, topic, heartbeat);
      if (changed) {
        await publishTicketEvent(
          platform.events,
          platform.db,
          { id: heartbeat.ticketId, userId: null },
          "presence",
        );
      }
      return others(heartbeat.ticketId, heartbeat.userId);
    },
    stop,
  };
}
