import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import { getAuditLog } from "#contract/audit.ts";
import { api, queryKey } from "#web/api/client.ts";
import { Comparison } from "#web/ui/editing/comparison.tsx";
import { differences } from "#web/ui/editing/differences.ts";
import type { RecordForm } from "#web/ui/editing/use-record-form.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";
import { Status } from "#web/ui/status.tsx";

export interface ConflictProps<R, V> {
  editor: RecordForm<R, V>;
  subject: string | undefined;
  /** Absent where nothing is overwritten that was not changed here. */
  onOverwrite?: (() => void) | undefined;
}

/** Of a conflict, or of what was set aside in one: what it is, and the ways on. */
export function ConflictChoices<R extends { version: number }, V>(props: ConflictProps<R, V>) {
  const { editor, subject } = props;
  const { conflict } = editor;
  const saving = useLastSaving(subject, conflict?.theirs);
  if (editor.setAside) {
    return (
      <Status as="div">
        <Alert role="group" color="accent" title="Their version is loaded.">
          <p>What you had typed is kept until you leave this panel.</p>
          <Button variant="default" size="sm" mt="sm" onClick={editor.putBack}>
            Put back what I typed
          </Button>
        </Alert>
      </Status>
    );
  }
  if (!conflict) return null;
  const mine = editor.form.getValues();
  // Payments and runs change a user's record without a new version.
  const moved = conflict.theirs.version === conflict.base?.version;
  const who = moved
    ? "This has changed"
    : saving
      ? `${saving.actorEmail} saved this on ${formatDateTime(saving.createdAt)}`
      : "Somebody else saved this";
  return (
    <Alert
      color="yellow"
      icon={<GitCompareArrows size={20} aria-hidden />}
      title={`${who}, while you were editing.`}
    >
      <p>Nothing you typed is lost. Their changes:</p>
      <Comparison
        before={conflict.base}
        after={conflict.theirs}
        beforeLabel="When you started"
        afterLabel="Theirs"
      />
      {differences(conflict.theirValues, mine).length > 0 && (
        <details>
          <summary>Compare theirs with what you typed</summary>
          <Comparison
            before={conflict.theirValues}
            after={mine}
            beforeLabel="Theirs"
            afterLabel="Yours, not saved"
          />
        </details>
      )}
      <Group gap="sm" mt="md">
        {editor.combine && (
          <Button size="sm" variant="default" onClick={editor.combine}>
            Keep both
          </Button>
        )}
        <Button size="sm" variant="default" onClick={editor.loadTheirs}>
          Load theirs
        </Button>
        {props.onOverwrite && (
          <Button size="sm" color="red" off={editor.busy} onClick={props.onOverwrite}>
            Overwrite with mine
          </Button>
        )}
      </Group>
      {editor.combine && (
        <p>
          “Keep both” takes their changes over and leaves what you changed; nothing is saved until you save.
        </p>
      )}
    </Alert>
  );
}

/** The log's line is written with the change: one that is older than this belongs to an earlier change. */
const withinMilliseconds = 10_000;

/** Who wrote the record last, as the audit log has it. */
function useLastSaving(subject: string | undefined, theirs: { version: number } | undefined) {
  const input = { query: { subject: subject ?? "", page: 1, pageSize: 1 } };
  const lines = useQuery({
    queryKey: [...queryKey(getAuditLog, input), theirs?.version],
    queryFn: () => api(getAuditLog, input),
    enabled: Boolean(theirs && subject),
  });
  const line = lines.data?.body[0];
  const { updatedAt } = (theirs ?? {}) as { updatedAt?: string };
  const older = updatedAt && line && Date.parse(updatedAt) - Date.parse(line.createdAt) > withinMilliseconds;
  return line && !older ? line : null;
}
