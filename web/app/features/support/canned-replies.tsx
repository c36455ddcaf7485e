import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, MessageSquareQuote, Settings2 } from "lucide-react";
import { useState } from "react";
import { type CannedReply, deleteCannedReply, getCannedReplies } from "#contract/canned-replies.ts";
import type { TicketRecord } from "#contract/support.ts";
import { api, messageOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/support/canned-replies.module.css";
import { CannedReplyEditor } from "#web/features/support/canned-reply-editor.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Menu } from "#web/ui/elements/menu.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { isolated } from "#web/ui/isolated.ts";

/** {name} and {subject} stand for the ticket's own. */
function filledIn(body: string, ticket: TicketRecord): string {
  const words: Record<string, string> = { name: ticket.ticketUserName, subject: ticket.subject };
  return body.replace(/\{(name|subject)\}/g, (_, word: string) => words[word]!);
}

/** A menu of texts to answer with, and the place where they are kept. */
export function CannedReplies(props: {
  ticket: TicketRecord;
  disabled: boolean;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  onInsert: (text: string) => void;
}) {
  const { ticket, onInsert } = props;
  const [managing, setManaging] = useState(false);
  const ask = useConfirm();
  const replies = useCall(getCannedReplies, {}, { staleTime: 60_000 });
  const list = replies.data ?? [];
  return (
    <>
      <Menu
        position="top-start"
        width={300}
        opened={props.opened}
        onChange={props.onOpenedChange}
        returnFocus={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            disabled={props.disabled}
            leftSection={<MessageSquareQuote size={16} aria-hidden />}
          >
            Canned replies
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu ?? ""}>
          {replies.isError && (
            <Menu.Label role="alert">They could not be loaded. {replies.error.message}</Menu.Label>
          )}
          {replies.isSuccess && list.length === 0 && <Menu.Label>No canned replies yet.</Menu.Label>}
          {list.map((reply) => (
            <Menu.Item key={reply._id} onClick={() => onInsert(filledIn(reply.body, ticket))}>
              <bdi>{reply.title}</bdi>
              <span className={styles.excerpt} dir="auto">
                {reply.body}
              </span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Settings2 size={16} aria-hidden />} onClick={() => setManaging(true)}>
            Manage canned replies
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={managing} onClose={() => setManaging(false)} title="Canned replies" size="lg">
        <CannedReplyManager replies={list} ask={ask} />
      </Modal>
    </>
  );
}

type Ask = ReturnType<typeof useConfirm>;

function CannedReplyManager({ replies, ask }: { replies: readonly CannedReply[]; ask: Ask }) {
  const [edited, setEdited] = useState<CannedReply | "new" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [getCannedReplies.path] });

  async function remove(reply: CannedReply) {
    const sure = await ask({
      title: `Delete “${isolated(reply.title)}”?`,
      message: "It disappears for everyone who answers tickets.",
      confirmLabel: "Delete canned reply",
    });
    if (!sure) return;
    setProblem(null);
    try {
      await api(deleteCannedReply, { params: { id: reply._id } });
    } catch (error) {
      setProblem(messageOf(error, "It could not be deleted."));
    } finally {
      // Also where it failed: somebody else may have deleted it first.
      refresh();
    }
  }

  if (edited) {
    return (
      <CannedReplyEditor
        reply={edited === "new" ? null : edited}
        onSaved={refresh}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <>
      {problem && (
        <Alert color="red" role="alert" mb="md" icon={<CircleAlert size={18} aria-hidden />}>
          {problem}
        </Alert>
      )}
      <ul className={styles.list}>
        {replies.map((reply) => (
          <li key={reply._id} className={styles.row}>
            <div className={styles.rowText}>
              <strong>{reply.title}</strong>
              <span className={styles.excerpt} dir="auto">
                {reply.body}
              </span>
            </div>
            <Button variant="default" size="compact-md" onClick={() => setEdited(reply)}>
              Edit<span className="visually-hidden"> {reply.title}</span>
            </Button>
            <Button variant="subtle" color="red" size="compact-md" onClick={() => remove(reply)}>
              Delete<span className="visually-hidden"> {reply.title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {replies.length === 0 && <p className={styles.none}>Keep the texts that you write again and again.</p>}
      <Button mt="md" onClick={() => setEdited("new")}>
        Add canned reply
      </Button>
    </>
  );
}
