import { ArrowDown, StickyNote } from "lucide-react";
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { TicketRecord } from "#contract/support.ts";
import type { AttachmentRecord } from "#contract/support-attachments.ts";
import styles from "#web/features/support/conversation.module.css";
import { Attachments, MessageText } from "#web/features/support/message-body.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";

interface Line {
  key: string;
  kind: "own" | "other" | "note";
  author: string;
  at: string;
  text: string;
  files: readonly AttachmentRecord[];
}

/** Opening message, messages and (for the staff) notes in the order in which they were written. */
function linesOf(ticket: TicketRecord, side: "user" | "admin"): Line[] {
  const nameOf = (sender: "user" | "admin", name: string) => (sender === side ? "You" : name);
  const opening: Line = {
    key: "opening",
    kind: side === "user" ? "own" : "other",
    author: side === "user" ? "You" : ticket.ticketUserName,
    at: ticket.createdAt,
    text: ticket.message,
    files: ticket.attachments,
  };
  const entries = ticket.adminMessage.map((entry) => ({
    position: entry.position,
    key: entry._id,
    kind: entry.sender === side ? ("own" as const) : ("other" as const),
    author: side === "admin" ? entry.authorName : nameOf(entry.sender, entry.authorName),
    at: entry.timestamp,
    text: entry.message,
    files: entry.attachments,
  }));
  const notes = (side === "admin" ? (ticket.internalNotes ?? []) : []).map((note) => ({
    position: note.position,
    key: note._id,
    kind: "note" as const,
    author: note.authorName,
    at: note.timestamp,
    text: note.message,
    files: [],
  }));
  return [opening, ...[...entries, ...notes].sort((a, b) => a.position - b.position)];
}

export interface ConversationHandle {
  /** Scrolls to the newest message wherever the reader is: after sending one. */
  showNewest(): void;
}

export function Conversation(props: {
  ticket: TicketRecord;
  side: "user" | "admin";
  handle: Ref<ConversationHandle>;
}) {
  const { ticket, side } = props;
  const box = useRef<HTMLDivElement>(null);
  const lines = linesOf(ticket, side);
  const { hasUnseen, toEnd } = useScrollToNewest(box, ticket._id, lines.length);
  useImperativeHandle(props.handle, () => ({ showNewest: () => toEnd(true) }), [toEnd]);
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <div ref={box} className={styles.box} role="log" aria-label="Conversation" tabIndex={0}>
        <ol className={styles.lines}>
          {lines.map((line) => (
            <li key={line.key} className={styles.line} data-kind={line.kind}>
              <p className={styles.head}>
                {line.kind === "note" && (
                  <span className={styles.noteMark}>
                    <StickyNote size={14} aria-hidden /> Internal note
                  </span>
                )}
                <bdi className={styles.author}>{line.author}</bdi> <FormattedDate at={line.at} time />
              </p>
              <MessageText text={line.text} className={styles.text} />
              <Attachments files={line.files} />
            </li>
          ))}
        </ol>
      </div>
      {hasUnseen && (
        <Button
          className={styles.behind}
          color="accent"
          size="compact-md"
          leftSection={<ArrowDown size={16} aria-hidden />}
          onClick={() => toEnd(true)}
        >
          New messages
        </Button>
      )}
    </div>
  );
}

/** How far from the end still counts as reading the end, in pixels. */
const slack = 64;

function isAtEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= slack;
}

/**
 * Shows the newest entry of a scrolled list to a reader who is at its end, and leaves everyone else where they read;
 * `hasUnseen` then tells that something came. Another ticket starts at its end.
 */
function useScrollToNewest(box: RefObject<HTMLElement | null>, ticketId: string, count: number) {
  const atEnd = useRef(true);
  const seen = useRef({ ticketId: "", count: 0 });
  const [hasUnseen, setHasUnseen] = useState(false);

  const toEnd = useCallback(
    (smoothly = false) => {
      const smooth = smoothly && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? "smooth" : "instant" });
      setHasUnseen(false);
    },
    [box],
  );

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      atEnd.current = isAtEnd(element);
      if (atEnd.current) setHasUnseen(false);
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [box]);

  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { ticketId, count };
    if (before.ticketId !== ticketId) {
      atEnd.current = true;
      toEnd();
    } else if (count > before.count) {
      if (atEnd.current) toEnd(true);
      else setHasUnseen(true);
    }
  }, [ticketId, count, toEnd]);

  return { hasUnseen, toEnd };
}
