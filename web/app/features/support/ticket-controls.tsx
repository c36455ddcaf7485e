import { type Ref, useEffect, useState } from "react";
import {
  putSupportMessageStatus,
  type TicketPriority,
  type TicketRecord,
  type TicketStatus,
  ticketPriorities,
  ticketStatuses,
} from "#contract/support.ts";
import { getSupportStaff, putTicketAssignee } from "#contract/support-staff.ts";
import { api, hasCode, messageOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { useAuthor } from "#web/features/shell/viewer.ts";
import { draftKey } from "#web/features/support/draft.ts";
import { useFailure } from "#web/features/support/failure.ts";
import styles from "#web/features/support/support.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { optionsOf } from "#web/ui/options.ts";

type Write = (version: number) => Promise<{ body: { data: TicketRecord } }>;
type Choice = "status" | "priority" | "assignee" | "suspicion";
const stands: Record<Choice, (ticket: TicketRecord) => string> = {
  status: ({ ticketStatus }) => ticketStatus,
  priority: ({ priority }) => priority,
  assignee: ({ assignee }) => assignee?.userName ?? "Nobody",
  suspicion: ({ suspectedSpam }) => (suspectedSpam ? "Spam" : "Not spam"),
};

/**
 * Status, priority and assignee of the open ticket. Each change is saved at once. One that fails is reported here, and
 * the selector shows the saved value again. Where somebody else changed the same meanwhile, both values are shown. Both
 * are told also after the ticket was left.
 */
export function TicketControls(props: {
  ticket: TicketRecord;
  statusRef: Ref<HTMLSelectElement>;
  onSaved: (ticket: TicketRecord) => void;
}) {
  const { ticket, onSaved } = props;
  const staff = useCall(getSupportStaff, {}, { staleTime: 300_000 });
  const [saving, setSaving] = useState<string | null>(null);
  const place = draftKey(useAuthor()?._id ?? "", ticket._id, "controls");
  const { problem, setProblem, isHere } = useFailure(place, "The ticket was not changed");
  const [conflict, setConflict] = useState<{ text: string; label: string; again: () => void } | null>(null);
  const params = { id: ticket._id };

  // Once it was read it says nothing of the ticket as it is when it is opened the next time.
  useEffect(() => () => setProblem(null), [setProblem]);

  async function save(what: Choice, chosen: string, write: Write, seen = ticket): Promise<void> {
    setSaving(what);
    setProblem(null);
    setConflict(null);
    try {
      onSaved((await write(seen.version)).body.data);
    } catch (error) {
      if (hasCode(error, "STALE_VERSION") && error.data) {
        const theirs = error.data as TicketRecord;
        onSaved(theirs);
        if (stands[what](theirs) === stands[what](seen)) return await save(what, chosen, write, theirs);
        const text = `Somebody else has set the ${what} to “${stands[what](theirs)}” meanwhile. You chose “${chosen}”.`;
        if (!isHere()) return setProblem(text);
        setConflict({
          text,
          label: `Set to “${chosen}”`,
          again: () => save(what, chosen, write, theirs),
        });
        return;
      }
      setProblem(`The ${what} could not be saved. ${messageOf(error, "Please try again.")}`);
    } finally {
      setSaving(null);
    }
  }

  const people = staff.data ?? [];
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
          busy={saving === "status"}
          onChange={(event) => {
            const ticketStatus = event.currentTarget.value as TicketStatus;
            save("status", ticketStatus, (version) =>
              api(putSupportMessageStatus, { params, body: { ticketStatus, version } }),
            );
          }}
          data={optionsOf(ticketStatuses)}
        />
        <NativeSelect
          label="Priority"
          size="sm"
          value={ticket.priority}
          busy={saving === "priority"}
          onChange={(event) => {
            const priority = event.currentTarget.value as TicketPriority;
            save("priority", priority, (version) =>
              api(putSupportMessageStatus, { params, body: { priority, version } }),
            );
          }}
          data={optionsOf(ticketPriorities)}
        />
        <NativeSelect
          label="Assignee"
          size="sm"
          value={ticket.assignee?._id ?? ""}
          busy={saving === "assignee"}
          onChange={(event) => {
            const assigneeId = event.currentTarget.value || null;
            const [chosen] = event.currentTarget.selectedOptions;
            save("assignee", chosen?.label ?? "Nobody", (version) =>
              api(putTicketAssignee, { params, body: { assigneeId, version } }),
            );
          }}
          data={[
            { value: "", label: "Nobody" },
            ...[...people, ...missing].map(({ _id, userName }) => ({ value: _id, label: userName })),
          ]}
        />
      </div>
      {ticket.suspectedSpam && (
        <Group gap="sm" mt="xs">
          <Text size="sm">
            Suspected spam: a field that people do not see was filled in. Nobody got a mail.
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={saving === "suspicion"}
            onClick={() =>
              save("suspicion", "Not spam", (version) =>
                api(putSupportMessageStatus, { params, body: { suspectedSpam: false, version } }),
              )
            }
          >
            Not spam
          </Button>
        </Group>
      )}
      {conflict && (
        <Group role="alert" gap="sm" mt="xs">
          <Text size="sm">{conflict.text}</Text>
          <Button size="compact-sm" variant="default" onClick={conflict.again}>
            {conflict.label}
          </Button>
        </Group>
      )}
      {problem && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {problem}
        </Text>
      )}
    </div>
  );
}
