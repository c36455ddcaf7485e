import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessageLog, type MessageLogEntry, sendAgain } from "#contract/mail.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-users/admin-users.module.css";
import { Badge, type BadgeColor } from "#web/ui/badge.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Table } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TablePagination, usePageClamp } from "#web/ui/table-pagination.tsx";
import { UserLink } from "#web/ui/user-link.tsx";

const pageSize = 5;
/** Lets the keyboard scroll a table that is wider than the screen. */
const scrollable = { tabIndex: 0, role: "group", "aria-label": "Messages" } as const;
const unbroken = { whiteSpace: "nowrap" } as const;
const statusColors: Record<MessageLogEntry["status"], BadgeColor> = {
  sent: "green",
  queued: "yellow",
  failed: "red",
};

/** Every mail that the shop sent or is about to send, five a page. */
export function MessageLogModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Message Log History" size="xl">
      <Log />
    </Modal>
  );
}

export function Log() {
  const [page, setPage] = useState(1);
  const [failedOnly, setFailedOnly] = useState(false);
  const query = { page, pageSize, ...(failedOnly ? { status: "failed" as const } : {}) };
  const log = useCall(getMessageLog, { query }, { keepPrevious: true });
  const total = log.total ?? 0;
  const beyond = usePageClamp({ page, pageSize, rows: log.data, total, turnTo: setPage });
  if (log.isPending || beyond) return <Skeleton height={280} />;
  const filter = (
    <Switch
      label="Failed only"
      mb="md"
      checked={failedOnly}
      onChange={(event) => {
        setFailedOnly(event.currentTarget.checked);
        setPage(1);
      }}
    />
  );
  const failure = log.isError && (
    <ErrorState
      title="The log could not be loaded"
      message={log.error.message}
      onRetry={() => log.refetch()}
      compact
    />
  );
  const entries = log.data;
  if (!entries) {
    return (
      <>
        {failedOnly && filter}
        {failure}
      </>
    );
  }
  const pages = Math.ceil((log.total ?? entries.length) / pageSize);
  if (entries.length === 0) {
    return (
      <>
        {failedOnly && filter}
        {failure}
        <EmptyState title={failedOnly ? "No message has failed" : "No messages yet"} compact />
      </>
    );
  }
  return (
    <>
      {filter}
      {failure}
      <div className={styles.scroll} {...scrollable}>
        <Table>
          <thead>
            <tr>
              <th>Day</th>
              <th>Date</th>
              <th>Template</th>
              <th>To</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry._id}>
                <td style={unbroken}>{entry.day}</td>
                <td style={unbroken}>{entry.date}</td>
                <td style={unbroken}>{entry.templateName}</td>
                <td className={styles.to}>
                  <UserLink id={entry.userId}>{entry.toEmail}</UserLink>
                  <Text size="sm" c="dimmed">
                    {entry.subject}
                  </Text>
                </td>
                <td>
                  <Status entry={entry} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {pages > 1 && <TablePagination page={page} pages={pages} label="Message log pages" onPage={setPage} />}
    </>
  );
}

/** Where a mail has failed: why, and the way to send it once more. */
function Status({ entry }: { entry: MessageLogEntry }) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: (_button: HTMLElement) => api(sendAgain, { params: { id: entry._id } }),
    onSuccess: (_answer, button) => {
      editorToasts.success("Message queued again.");
      // The button disappears (in the list of failed ones, its row too), so the focus goes to the dialog.
      button.closest<HTMLElement>("[role=dialog]")?.focus();
      return client.invalidateQueries({ queryKey: [getMessageLog.path] });
    },
  });
  const badge = (
    <Badge color={statusColors[entry.status]} title={entry.lastError ?? undefined}>
      {entry.status}
    </Badge>
  );
  if (entry.status !== "failed") return badge;
  return (
    <>
      {badge}
      {entry.lastError && (
        <Text size="sm" c="dimmed" maw={220} style={{ overflowWrap: "anywhere" }}>
          {entry.lastError}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        mt={4}
        loading={sending.isPending}
        aria-label={`Send again to ${entry.toEmail}: ${entry.subject}`}
        onClick={(event) => sending.mutate(event.currentTarget)}
      >
        Send again
      </Button>
      {sending.isError && (
        <Text size="sm" c="red" maw={220} role="alert">
          {sending.error.message}
        </Text>
      )}
    </>
  );
}
