import { useQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import {
  listContentVersions,
  restoreContentVersion,
  type SavedVersion,
  type SectionName,
} from "#contract/content-sections.ts";
import { api, queryKey } from "#web/api/client.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useActions } from "#web/ui/editing/actions.tsx";
import { Comparison } from "#web/ui/editing/comparison.tsx";
import { editorToasts, FailureNotice, failureOf } from "#web/ui/editing/notices.tsx";
import styles from "#web/ui/editing/versions-drawer.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Group, Stack } from "#web/ui/elements/layout.tsx";
import { Drawer } from "#web/ui/elements/modal.tsx";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";

/**
 * The button and drawer of a section's last 50 saved states: who and when, each compared with the newest, and brought
 * back. `restoreReset` brings back the state before the last reset, where there is one.
 */
export function VersionsDrawer(props: {
  section: SectionName;
  label: string;
  /** Something is typed that would be lost. */
  unsaved?: boolean;
  onRestored: () => void | Promise<void>;
  restoreReset?: () => Promise<unknown>;
}) {
  const { section, label, unsaved, onRestored, restoreReset } = props;
  const lost = unsaved ? " What you typed and did not save will be lost." : "";
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<SavedVersion | null>(null);
  const { run, busy, failure, setFailure } = useActions();
  const ask = useConfirm();
  const client = useQueryClient();
  const input = { params: { part: section } };
  const key = queryKey(listContentVersions, input);
  const versions = useQuery({
    queryKey: key,
    queryFn: () => api(listContentVersions, input),
    enabled: opened,
    staleTime: 0,
  });
  const list = versions.data?.body.data ?? [];
  const newest = list[0];

  const restore = (work: () => Promise<unknown>, what: string) =>
    run(async () => {
      await work();
      await client.invalidateQueries({ queryKey: key });
      setChosen(null);
      try {
        await onRestored();
      } catch (error) {
        // Visitors have it: whoever read that nothing was brought back would do it again.
        const title = `${what} is back; the form could not be read anew. Please load the page again.`;
        return setFailure(failureOf(error, title));
      }
      setOpened(false);
      editorToasts.success(`${what} is back.`);
    }, "This version could not be brought back.");

  async function bringBack(version: SavedVersion) {
    const sure = await ask({
      title: `Bring back version ${version.version}?`,
      message: `Visitors see it at once. The present state stays in the list of versions.${lost}`,
      confirmLabel: "Bring back",
      danger: false,
    });
    if (!sure) return;
    const params = { part: section, version: String(version.version) };
    await restore(() => api(restoreContentVersion, { params }), `Version ${version.version}`);
  }

  async function bringBackReset(work: () => Promise<unknown>) {
    const sure = await ask({
      title: "Bring back what stood before the last reset?",
      message: `Visitors see it at once. The present state stays in the list of versions.${lost}`,
      confirmLabel: "Bring back",
      danger: false,
    });
    if (sure) await restore(work, "The state before the last reset");
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<History size={18} aria-hidden />}
        onClick={() => {
          setChosen(null);
          setFailure(null);
          setOpened(true);
        }}
      >
        Versions
      </Button>
      <Drawer
        opened={opened}
        // What is brought back would take what is typed meanwhile.
        onClose={() => !busy && setOpened(false)}
        position="right"
        size="lg"
        title={`Versions: ${label}`}
        closeLabel="Close versions"
      >
        <Stack gap="md">
          <FailureNotice failure={failure} />
          {versions.isPending && (
            <Status>
              <Loader size={14} aria-hidden /> Loading versions...
            </Status>
          )}
          {versions.isError && (
            <ErrorState
              compact
              title="The versions could not be loaded."
              message={versions.error.message}
              onRetry={() => versions.refetch()}
            />
          )}
          {versions.isSuccess && list.length === 0 && <p>Nothing has been saved yet.</p>}
          {chosen && newest ? (
            <>
              <Group justify="space-between">
                <h3 className={styles.chosen}>
                  Version {chosen.version} against the present one ({newest.version})
                </h3>
                <Button size="sm" variant="default" onClick={() => setChosen(null)}>
                  Back to the list
                </Button>
              </Group>
              <Comparison
                before={chosen.data}
                after={newest.data}
                beforeLabel={`Version ${chosen.version}`}
                afterLabel="Now"
              />
              <Button off={busy} onClick={() => bringBack(chosen)}>
                Bring back version {chosen.version}
              </Button>
            </>
          ) : (
            <ol className={styles.list}>
              {list.map((version, index) => (
                <li key={version.version}>
                  <button
                    type="button"
                    className={styles.version}
                    disabled={index === 0}
                    onClick={() => setChosen(version)}
                  >
                    <strong>Version {version.version}</strong>
                    <span>{formatDateTime(version.createdAt)}</span>
                    <span>{version.savedBy ?? "The shop"}</span>
                    {index === 0 ? <em>Present</em> : <span className={styles.compare}>Compare</span>}
                  </button>
                </li>
              ))}
            </ol>
          )}
          {restoreReset && !chosen && (
            <Button variant="default" off={busy} onClick={() => bringBackReset(restoreReset)}>
              Restore the state before the last reset
            </Button>
          )}
        </Stack>
      </Drawer>
    </>
  );
}
