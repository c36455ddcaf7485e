import { Badge, Modal, Skeleton, Table, Text } from "@mantine/core";
import { useState } from "react";
import { getMessageLog, type MessageLogEntry } from "#contract/mail.ts";
import { useCall } from "#web/api/query.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TablePagination } from "#web/ui/table-pagination.tsx";

const pageSize = 5;
/** Where the table is wider than the screen, the keyboard scrolls it too. */
const scrollable = { viewportProps: { tabIndex: 0, role: "group", "aria-label": "Messages" } } as const;
const statusColors: Record<MessageLogEntry["status"], string> = {
  sent: "green",
  queued: "straw",
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

function Log() {
  const [page, setPage] = useState(1);
  const log = useCall(getMessageLog, { query: { page, pageSize } }, { keepPrevious: true });
  if (log.isPending) return <Skeleton height={280} />;
  if (log.isError) {
    return (
      <ErrorState
        title="The log could not be loaded"
        message={log.error.message}
        onRetry={() => log.refetch()}
        compact
      />
    );
  }
  const entries = log.data.data;
  const pages = Math.ceil((log.data.total ?? entries.length) / pageSize);
  if (entries.length === 0) return <EmptyState title="No messages yet" compact />;
  return (
    <>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={scrollable}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th>Date</Table.Th>
              <Table.Th>Template</Table.Th>
              <Table.Th>To</Table.Th>
              <Table.Th>Status</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Table.Tr key={entry._id}>
                <Table.Td>{entry.day}</Table.Td>
                <Table.Td>{entry.date}</Table.Td>
                <Table.Td>{entry.templateName}</Table.Td>
                <Table.Td>
                  {entry.toEmail}
                  <Text size="sm" c="dimmed">
                    {entry.subject}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Badge color={statusColors[entry.status]} title={entry.lastError ?? undefined}>
                    {entry.status}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pages > 1 && <TablePagination page={page} pages={pages} label="Message log pages" onPage={setPage} />}
    </>
  );
}
