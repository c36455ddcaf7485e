import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Call } from "#contract/call.ts";
import { ApiError } from "#web/api/client.ts";
import { storeAnswer, useCall } from "#web/api/query.tsx";
import { Badge } from "#web/ui/badge.tsx";
import styles from "#web/ui/editing/editing.module.css";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Stack } from "#web/ui/elements/layout.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FactList } from "#web/ui/fact-list.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";

export function PanelHeader(props: { title: string; description?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={styles.panelHeader}>
      <div>
        <h2 className={styles.panelTitle}>{props.title}</h2>
        {props.description && <p className={styles.panelText}>{props.description}</p>}
      </div>
      {props.actions && <div className={styles.panelActions}>{props.actions}</div>}
    </header>
  );
}

/** The loading state of an editor, about as large as the editor. */
export function PanelLoading({ label }: { label: string }) {
  return (
    <div>
      <Status className="visually-hidden">{label}</Status>
      <Stack gap="md" aria-hidden>
        <Skeleton height={34} width="min(20rem, 80%)" />
        <Skeleton height={96} />
        <Skeleton height={52} />
        <Skeleton height={52} />
        <Skeleton height={140} />
      </Stack>
    </div>
  );
}

/** A panel that could not be loaded. Retry reloads the whole page. */
function PanelError(props: { error: unknown; title: string; offlineTitle?: string }) {
  const { error, title, offlineTitle } = props;
  const offline = error instanceof ApiError && error.status === 0;
  const heading = offline ? (offlineTitle ?? title) : title;
  const detail = error instanceof Error && error.message !== heading ? error.message : undefined;
  return <ErrorState title={heading} message={detail} onRetry={() => location.reload()} />;
}

/**
 * A panel over the one record that `call` reads: it loads, or says why it can't; `children` edits it, and gives what a
 * write answered to `store`. It stays, with what is typed, where the record can't be read again.
 */
export function RecordPanel<R extends { version: number }>(props: {
  call: Call;
  params?: Record<string, string>;
  loading: string;
  failed: string;
  failedOffline?: string | ((message: string) => string);
  children: (record: R, store: (record: R) => void) => ReactNode;
}) {
  const { call, failed, failedOffline = failed } = props;
  const client = useQueryClient();
  const input = (props.params ? { params: props.params } : {}) as object;
  const { data, error } = useCall(call, input);
  if (data) {
    return props.children(data as R, (next) =>
      storeAnswer(client, call, input, { success: true, data: next }),
    );
  }
  if (!error) return <PanelLoading label={props.loading} />;
  const offline = typeof failedOffline === "string" ? failedOffline : failedOffline(error.message);
  return <PanelError error={error} title={failed} offlineTitle={offline} />;
}

/**
 * A panel over a list: it loads, or says why it can't. It stays, with what is typed beside the list, where the list can't
 * be read again; `stale` says so and belongs above the table.
 */
export function ListPanel<T>(props: {
  list: { data: T | undefined; error: Error | null };
  loading: string;
  failed: string;
  /** Stands above while there is no list; `children` have their own. */
  heading?: ReactNode;
  children: (list: T, stale: ReactNode) => ReactNode;
}) {
  const { data, error } = props.list;
  if (data) return props.children(data, error && <StaleNotice title={props.failed} error={error} />);
  return (
    <>
      {props.heading}
      {error ? <PanelError error={error} title={props.failed} /> : <PanelLoading label={props.loading} />}
    </>
  );
}

function StaleNotice({ title, error }: { title: string; error: Error }) {
  return (
    <Status as="div">
      <Alert role="group" color="yellow" my="md" title={title}>
        {error.message} This may not be what stands now.
      </Alert>
    </Status>
  );
}

export type StatusFact = { label: string; value: ReactNode };

/** What is saved, beside what is being typed. */
export function StatusCard({ title, facts }: { title: string; facts: StatusFact[] }) {
  return (
    <section className={styles.status} aria-label={title}>
      <h2 className={styles.statusTitle}>{title}</h2>
      <FactList facts={facts.map(({ label, value }) => [label, value])} column="9.5rem" />
    </section>
  );
}

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge color={active ? "green" : "gray"}>{active ? "Active" : "Inactive"}</Badge>;
}
