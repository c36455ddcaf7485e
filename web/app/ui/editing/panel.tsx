import { Badge, Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "#web/api/client.ts";
import styles from "#web/ui/editing/editing.module.css";
import { ErrorState } from "#web/ui/error-state.tsx";

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

/** The loading state of an editor, in about the size of what comes. */
export function PanelLoading({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true">
      <p className="visually-hidden">{label}</p>
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

/** A panel that could not be loaded. Retry loads the whole page anew, as the screens have always done. */
export function PanelError(props: { error: unknown; title: string; offlineTitle?: string }) {
  const { error, title, offlineTitle } = props;
  const offline = error instanceof ApiError && error.status === 0;
  const heading = offline ? (offlineTitle ?? title) : title;
  const detail = error instanceof Error && error.message !== heading ? error.message : undefined;
  return <ErrorState title={heading} message={detail} onRetry={() => location.reload()} />;
}

export type StatusFact = { label: string; value: ReactNode };

/** What the saved part consists of, beside what is being typed. */
export function StatusCard({ title, facts }: { title: string; facts: StatusFact[] }) {
  return (
    <section className={styles.status} aria-label={title}>
      <h2 className={styles.statusTitle}>{title}</h2>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge color={active ? "green" : "gray"}>{active ? "Active" : "Inactive"}</Badge>;
}
