import { Alert, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows } from "lucide-react";
import { useEffect, useRef } from "react";
import { type ContentPartName, listContentVersions } from "#contract/content-parts.ts";
import { api, queryKey } from "#web/api/client.ts";
import { Comparison } from "#web/ui/editing/comparison.tsx";
import { momentText } from "#web/ui/editing/moment.ts";
import type { RecordForm } from "#web/ui/editing/use-record-form.ts";

/**
 * Tells that another admin saved first: who, when and what; nothing that was typed is lost. `part` names the part
 * whose versions know who it was.
 */
export function ConflictNotice<R extends { version: number }, V>(props: {
  editor: RecordForm<R, V>;
  part?: ContentPartName;
}) {
  const { editor, part } = props;
  const { conflict } = editor;
  const notice = useRef<HTMLDivElement>(null);
  const input = { params: { part: part ?? "" } };
  const versions = useQuery({
    queryKey: [...queryKey(listContentVersions, input), conflict?.theirs.version],
    queryFn: () => api(listContentVersions, input),
    enabled: Boolean(conflict && part),
  });
  useEffect(() => {
    if (conflict) notice.current?.focus();
  }, [conflict]);

  if (editor.setAside) {
    return (
      <Alert role="status" color="blue" title="Their version is loaded.">
        <p>What you had typed is kept until you leave this panel.</p>
        <Button variant="default" size="sm" mt="sm" onClick={editor.putBack}>
          Put back what I typed
        </Button>
      </Alert>
    );
  }
  if (!conflict) return null;
  const newest = versions.data?.data.data[0];
  const who = newest?.savedBy ?? "Another admin";
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      color="yellow"
      icon={<GitCompareArrows size={20} aria-hidden />}
      title={`${who} saved this${newest ? ` on ${momentText(newest.createdAt)}` : ""}, while you were editing.`}
    >
      <p>Nothing you typed is lost. Their changes:</p>
      <Comparison
        before={conflict.base}
        after={conflict.theirs}
        beforeLabel="When you started"
        afterLabel="Theirs"
      />
      <Group gap="sm" mt="md">
        <Button size="sm" variant="default" onClick={editor.loadTheirs}>
          Load theirs
        </Button>
        <Button size="sm" color="red" disabled={editor.busy} onClick={() => editor.overwrite()}>
          Overwrite with mine
        </Button>
      </Group>
    </Alert>
  );
}
