import { Skeleton, Stack } from "@mantine/core";
import { ApiError } from "#web/api/client.ts";
import { ErrorState } from "#web/ui/error-state.tsx";

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
