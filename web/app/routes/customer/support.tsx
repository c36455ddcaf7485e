import { MessageSquarePlus } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { getSupportMessages, postTicketReply, type TicketStatus, ticketStatuses } from "#contract/support.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { pollMilliseconds, useSupportLive } from "#web/features/shell/support-live.tsx";
import { useAuthor } from "#web/features/shell/viewer.ts";
import { Composer } from "#web/features/support/composer.tsx";
import { Conversation, type ConversationHandle } from "#web/features/support/conversation.tsx";
import { ConversationPanel, TicketHead } from "#web/features/support/conversation-panel.tsx";
import { draftKey } from "#web/features/support/draft.ts";
import { useOpenTicket } from "#web/features/support/open-ticket.ts";
import styles from "#web/features/support/support.module.css";
import { TicketDates } from "#web/features/support/ticket-dates.tsx";
import { TicketListPanel, ticketPageSize } from "#web/features/support/ticket-list-panel.tsx";
import {
  halfRangeNote,
  isHalfRange,
  rangeQuery,
  type TicketQuery,
  useTicketQuery,
} from "#web/features/support/ticket-query.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect } from "#web/ui/elements/inputs.tsx";
import { KeyHint } from "#web/ui/key-hint.tsx";
import { optionsOf } from "#web/ui/options.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Support Messages");

/** A customer's tickets: the list with its filters, and the chosen conversation. */
export default function Support() {
  const live = useSupportLive();
  const { address, setFilter, setPage, choose } = useTicketQuery(ticketStatuses);
  return (
    <>
      <PageHeader
        title="Support Messages"
        crumbs={[{ label: "User", to: "/user/dashboard" }, { label: "Messages" }]}
        actions={
          <Button
            component={Link}
            to="/user/create-support"
            leftSection={<MessageSquarePlus size={18} aria-hidden />}
          >
            Create Ticket
          </Button>
        }
      />
      <div className={styles.filters}>
        <NativeSelect
          label="Status"
          value={address.status}
          onChange={(event) => setFilter({ status: event.currentTarget.value })}
          data={[{ value: "", label: "All" }, ...optionsOf(ticketStatuses)]}
        />
        <TicketDates address={address} onChange={setFilter} />
        {isHalfRange(address) && <p className={styles.filterNote}>{halfRangeNote}</p>}
      </div>
      <div className={styles.layout} data-open={address.ticket || undefined}>
        <OwnTickets live={live} address={address} onPage={setPage} onChoose={choose} />
        <OwnConversation key={address.ticket} id={address.ticket} live={live} onBack={() => choose(null)} />
      </div>
    </>
  );
}

function OwnTickets(props: {
  live: boolean;
  address: TicketQuery;
  onPage: (page: number, replace?: boolean) => void;
  onChoose: (id: string) => void;
}) {
  const { live, address, onPage, onChoose } = props;
  const { status, page } = address;
  const list = useCall(
    getSupportMessages,
    {
      query: {
        mine: "true",
        page,
        pageSize: ticketPageSize,
        ...rangeQuery(address),
        ...(status ? { status: status as TicketStatus } : {}),
      },
    },
    { keepPrevious: true, refetchInterval: live ? false : pollMilliseconds },
  );
  const filtered = status !== "" || (address.from !== "" && address.to !== "");
  return (
    <TicketListPanel
      title="Support Tickets"
      list={list}
      failed="Your tickets could not be loaded."
      empty={
        filtered
          ? { title: "No tickets match these filters.", text: "Choose another status or other dates." }
          : {
              title: "No tickets yet",
              text: "Write to us whenever something is unclear or does not work.",
            }
      }
      address={address}
      onPage={onPage}
      onChoose={onChoose}
    />
  );
}

function OwnConversation({ id, live, onBack }: { id: string; live: boolean; onBack: () => void }) {
  const author = useAuthor();
  const open = useOpenTicket(id, live);
  const { ticket, store } = open;
  const conversation = useRef<ConversationHandle>(null);
  return (
    <ConversationPanel
      id={id}
      open={open}
      emptyTitle="Select a ticket to view messages"
      head={ticket && <TicketHead ticket={ticket} />}
      onBack={onBack}
    >
      {ticket && author && (
        <>
          <Conversation ticket={ticket} side="user" handle={conversation} />
          <Composer
            draftKey={draftKey(author._id, ticket._id)}
            label="Your message"
            placeholder="Write a message"
            withFiles
            hint={
              ticket.ticketStatus === "closed" ? (
                "This ticket is closed. A reply opens it again."
              ) : (
                <>
                  <KeyHint>Ctrl + Enter sends.</KeyHint>Images and PDF, up to 5 files of 5 MB.
                </>
              )
            }
            onSend={async (message) => {
              const body = { ...message, sender: "user" as const };
              const answer = await api(postTicketReply, { params: { id }, body });
              store(answer.body.data);
              setTimeout(() => conversation.current?.showNewest(), 100);
            }}
          />
        </>
      )}
    </ConversationPanel>
  );
}
