import { NativeSelect, Text } from "@mantine/core";
import { type Ref, useState } from "react";
import {
  putSupportMessageStatus,
  type TicketPriority,
  type TicketRecord,
  type TicketStatus,
  ticketPriorities,
  ticketStatuses,
} from "#contract/support.ts";
import { getSupportStaff, putTicketAssignee } from "#contract/support-desk.ts";
import { ApiError, api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/support/desk.module.css";

/**
 * Status, priority and assignee of the open ticket. Each change is saved at once; one that fails says so here, and
 * the selector shows what stands again.
 */
export function TicketControls(props: {
  ticket: TicketRecord;
  statusRef: Ref<HTMLSelectElement>;
  onSaved: (ticket: TicketRecord) => void;
}) {
  const { ticket, onSaved } = props;
  const staff = useCall(getSupportStaff, {}, { staleTime: 300_000 });
  const [saving, setSaving] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const params = { id: ticket._id };

  async function save(what: string, write: () => Promise<{ data: { data: TicketRecord } }>) {
    setSaving(what);
    setProblem(null);
    try {
      onSaved((await write()).data.data);
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : "Please try again.";
      setProblem(`The ${what} could not be saved. ${reason}`);
    } finally {
      setSaving(null);
    }
  }

  const people = staff.data?.data ?? [];
  const missing =
    ticket.assignee && !people.some(({ _id }) => _id === ticket.assignee?._id) ? [ticket.assignee] : [];
  return (
    <div>
      <div className={styles.controls}>
        <NativeSelect
          ref={props.statusRef}
          label="Status"
          size="sm"
          value={ticket.ticketStatus}
          disabled={saving === "status"}
          onChange={(event) => {
            const ticketStatus = event.currentTarget.value as TicketStatus;
            save("status", () => api(putSupportMessageStatus, { params, body: { ticketStatus } }));
          }}
          data={[...ticketStatuses]}
        />
        <NativeSelect
          label="Priority"
          size="sm"
          value={ticket.priority}
          disabled={saving === "priority"}
          onChange={(event) => {
            const priority = event.currentTarget.value as TicketPriority;
            save("priority", () => api(putSupportMessageStatus, { params, body: { priority } }));
          }}
          data={[...ticketPriorities]}
        />
        <NativeSelect
          label="Assignee"
          size="sm"
          value={ticket.assignee?._id ?? ""}
          disabled={saving === "assignee"}
          onChange={(event) => {
            const assigneeId = event.currentTarget.value || null;
            save("assignee", () => api(putTicketAssignee, { params, body: { assigneeId } }));
          }}
          data={[
            { value: "", label: "Nobody" },
            ...[...people, ...missing].map(({ _id, userName }) => ({ value: _id, label: userName })),
          ]}
        />
      </div>
      {problem && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {problem}
        </Text>
      )}
    </div>
  );
}
