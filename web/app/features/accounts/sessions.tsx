import { useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { deviceName } from "#contract/device-name.ts";
import { getSession, listSessions, revokeOtherSessions, revokeSession } from "#contract/identity.ts";
import type { IdentitySession } from "#contract/sessions.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { type ProfilePlace, profileToasts } from "#web/features/accounts/own-user.ts";
import styles from "#web/features/accounts/profile.module.css";
import { Badge } from "#web/ui/badge.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group, Stack } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { FormattedDate, formatDateTime } from "#web/ui/formatted-date.tsx";
import { ErrorState } from "#web/ui/states.tsx";

/** Where the person is signed in, and how to end it there. */
export function Sessions({ place }: { place: ProfilePlace }) {
  const toasts = profileToasts(place);
  const confirm = useConfirm();
  const client = useQueryClient();
  const sessions = useCall(listSessions, {});
  const current = useCall(getSession, {});
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const currentId = current.data?.session.id;
  // Of two answers from before and after a change, neither tells which session is this one's own: none can be ended.
  const known = sessions.data?.some(({ id }) => id === currentId) ?? false;
  const failed = (sessions.isError && !sessions.data) || (current.isError && !current.data);
  const list = [...(sessions.data ?? [])].sort(
    (a, b) =>
      Number(b.id === currentId) - Number(a.id === currentId) || b.updatedAt.localeCompare(a.updatedAt),
  );

  async function end(key: string, work: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(key);
    setProblem(null);
    try {
      await work();
      toasts.success(done);
    } catch {
      setProblem("The session could not be ended. Please try again.");
    } finally {
      await client.invalidateQueries({ queryKey: [listSessions.path] });
      setBusy(null);
    }
  }

  async function endOthers(): Promise<void> {
    const sure = await confirm({
      title: "Sign out everywhere else?",
      message: "Every other device and browser has to sign in again.",
      confirmLabel: "Sign out everywhere else",
    });
    if (sure) await end("others", () => api(revokeOtherSessions, {}), "Signed out everywhere else.");
  }

  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title" className={styles.title}>
        Where you are signed in
      </h2>
      {failed && (
        <ErrorState
          compact
          title="Your sessions could not be loaded."
          onRetry={() => void Promise.all([sessions.refetch(), current.refetch()])}
        />
      )}
      {sessions.isPending && <Skeleton height={72} mt="md" radius="md" />}
      <Stack component="ul" gap={0} className={styles.sessions}>
        {list.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            current={session.id === currentId}
            endable={known && session.id !== currentId}
            busy={busy === session.id}
            onEnd={() =>
              end(session.id, () => api(revokeSession, { body: { token: session.token } }), "Session ended.")
            }
          />
        ))}
      </Stack>
      {problem && (
        <Text role="alert" c="red" size="sm" mt="sm">
          {problem}
        </Text>
      )}
      {known && list.length > 1 && (
        <Button variant="default" mt="md" loading={busy === "others"} onClick={() => void endOthers()}>
          Sign out everywhere else
        </Button>
      )}
    </section>
  );
}

function SessionRow(props: {
  session: IdentitySession;
  current: boolean;
  endable: boolean;
  busy: boolean;
  onEnd: () => void;
}) {
  const { session, current, endable } = props;
  const name = deviceName(session.userAgent ?? "");
  return (
    <li className={styles.session}>
      <MonitorSmartphone size={22} aria-hidden className={styles.sessionIcon} />
      <div className={styles.sessionText}>
        <Group gap="xs">
          <Text component="span" fw={550}>
            {name}
          </Text>
          {current && <Badge color="green">This device</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          Signed in <FormattedDate at={session.createdAt} time />
          {session.ipAddress && ` from ${session.ipAddress}`}
        </Text>
      </div>
      {endable && (
        <Button
          variant="subtle"
          color="red"
          size="sm"
          loading={props.busy}
          aria-label={`End session on ${name}, signed in ${formatDateTime(session.createdAt)}`}
          onClick={props.onEnd}
        >
          End session
        </Button>
      )}
    </li>
  );
}
