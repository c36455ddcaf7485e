import { type Ref, useCallback, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { postTicketReply, type TicketRecord } from "#contract/support.ts";
import { postTicketNote } from "#contract/support-staff.ts";
import { api } from "#web/api/client.ts";
import { useAuthor, useViewer } from "#web/features/shell/viewer.ts";
import { CannedReplies } from "#web/features/support/canned-replies.tsx";
import { Composer, type ComposerHandle } from "#web/features/support/composer.tsx";
import { Conversation, type ConversationHandle } from "#web/features/support/conversation.tsx";
import { ConversationPanel, TicketHead } from "#web/features/support/conversation-panel.tsx";
import { draftKey } from "#web/features/support/draft.ts";
import { useOpenTicket } from "#web/features/support/open-ticket.ts";
import { PresenceLine, usePresence } from "#web/features/support/presence.tsx";
import type { OutgoingMessage } from "#web/features/support/sending.ts";
import styles from "#web/features/support/support.module.css";
import { TicketControls } from "#web/features/support/ticket-controls.tsx";
import { SegmentedControl } from "#web/ui/elements/segmented-control.tsx";
import { KeyHint } from "#web/ui/key-hint.tsx";
import { phoneLink } from "#web/ui/phone-link.ts";
import { UserLink } from "#web/ui/user-link.tsx";

type Mode = "reply" | "note";

export interface StaffConversationHandle {
  write(mode: Mode): void;
  openCannedReplies(): void;
  focusStatus(): void;
  refreshPresence(): void;
}

/** The chosen ticket as the staff answers it. Mount it anew for each ticket. */
export function StaffConversation(props: {
  id: string;
  live: boolean;
  handle: Ref<StaffConversationHandle>;
  onBack: () => void;
}) {
  const { id, live } = props;
  const author = useAuthor();
  const open = useOpenTicket(id, live);
  const { ticket, store } = open;
  const [mode, setMode] = useState<Mode>("reply");
  const [typing, setTyping] = useState(false);
  const [canned, setCanned] = useState(false);
  const { others, refresh } = usePresence(ticket ? id : "", typing);
  const conversation = useRef<ConversationHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const status = useRef<HTMLSelectElement>(null);

  useImperativeHandle(props.handle, () => ({
    write(next) {
      // Rendered and focused within the key press: a key typed right after it is text, not another shortcut.
      flushSync(() => setMode(next));
      composer.current?.focus();
    },
    openCannedReplies() {
      setMode("reply");
      setCanned(true);
    },
    focusStatus: () => status.current?.focus(),
    refreshPresence: refresh,
  }));

  const send = useCallback(
    async (message: OutgoingMessage) => {
      const params = { id };
      const answer =
        mode === "note"
          ? await api(postTicketNote, { params, body: { key: message.key, message: message.message } })
          : await api(postTicketReply, { params, body: { ...message, sender: "admin" } });
      store(answer.body.data);
      setTimeout(() => conversation.current?.showNewest(), 100);
    },
    [id, mode, store],
  );

  const deleted = ticket?.accountState === "deleted";
  const closed = mode === "reply" && ticket?.ticketStatus === "closed";
  const refusal = deleted
    ? "The account of this ticket was deleted. Nothing can be added to it."
    : closed
      ? "This ticket is closed. Change its status to answer."
      : undefined;
  return (
    <ConversationPanel
      id={id}
      open={open}
      emptyTitle="Select a ticket to view the conversation"
      head={
        ticket && (
          <>
            <StaffTicketHead ticket={ticket} />
            <TicketControls key={ticket._id} ticket={ticket} statusRef={status} onSaved={store} />
            <PresenceLine others={others} />
          </>
        )
      }
      onBack={props.onBack}
    >
      {ticket && author && (
        <>
          <Conversation ticket={ticket} side="admin" handle={conversation} />
          <Composer
            key={mode}
            handle={composer}
            head={
              <SegmentedControl
                className={styles.modes ?? ""}
                aria-label="What to write"
                value={mode}
                onChange={(value) => setMode(value as Mode)}
                data={[
                  { value: "reply", label: "Reply" },
                  { value: "note", label: "Internal note" },
                ]}
              />
            }
            draftKey={draftKey(author._id, ticket._id, mode === "note" ? "note" : "desk")}
            label={mode === "note" ? "Internal note" : "Your reply"}
            placeholder={mode === "note" ? "Only moderators and admins see this" : "Write a message"}
            disabledReason={refusal}
            withFiles={mode === "reply"}
            hint={mode === "note" ? "Not sent to the customer." : <KeyHint>Ctrl + Enter sends.</KeyHint>}
            tools={
              mode === "reply" ? (
                <CannedReplies
                  ticket={ticket}
                  disabled={refusal !== undefined}
                  opened={canned}
                  onOpenedChange={setCanned}
                  onInsert={(text) => composer.current?.insert(text)}
                />
              ) : undefined
            }
            onTyping={setTyping}
            onSend={send}
          />
        </>
      )}
    </ConversationPanel>
  );
}

/** The pages of people are the admins' alone. */
function StaffTicketHead({ ticket }: { ticket: TicketRecord }) {
  const { user } = useViewer();
  return (
    <TicketHead ticket={ticket}>
      <span>
        <UserLink id={user?.userRole === "Admin" ? ticket.userId : null}>{ticket.ticketUserName}</UserLink>
      </span>
      {ticket.accountState !== "deleted" && (
        <a href={`mailto:${ticket.ticketUserEmail}`}>{ticket.ticketUserEmail}</a>
      )}
      {ticket.phone && <a href={phoneLink(ticket.phone)}>{ticket.phone}</a>}
      <span>{kindOf(ticket)}</span>
    </TicketHead>
  );
}

function kindOf({ fromMember, accountState }: TicketRecord): string {
  if (accountState) return accountState === "deleted" ? "Account deleted" : "Member, account disabled";
  return fromMember ? "Member" : "Visitor, answered by mail";
}
