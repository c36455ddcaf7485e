import { useQueryClient } from "@tanstack/react-query";
import { BookOpen, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { deleteKey, type KeyRecord, listKeys, mostKeys } from "#contract/api-keys.ts";
import type { ApiAnswer } from "#contract/call.ts";
import { api, statusOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/api-keys/api-keys.module.css";
import { KeyRow } from "#web/features/api-keys/key-row.tsx";
import { ProofGate } from "#web/features/shell/proof.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useActions } from "#web/ui/editing/actions.tsx";
import { FailureNotice } from "#web/ui/editing/notices.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { toasts } from "#web/ui/toasts.tsx";
import { useOpening } from "#web/ui/use-late.ts";

/** What a member's own programs need: keys, and what else stands below them. */
export function DevelopersScreen(props: {
  loaded: ApiAnswer<typeof listKeys> | undefined;
  /** Further panels. */
  children?: ReactNode;
}) {
  return (
    <>
      <PageHeader
        title="Developers"
        description="For programs of your own: they start runs, and fetch pictures and designs, with a key of yours."
        actions={
          <Button
            component="a"
            href="/developers"
            variant="default"
            leftSection={<BookOpen size={18} aria-hidden />}
          >
            How it works
          </Button>
        }
      />
      <div className={css.screen}>
        <KeysPanel loaded={props.loaded} />
        {props.children}
      </div>
    </>
  );
}

function KeysPanel({ loaded }: { loaded: ApiAnswer<typeof listKeys> | undefined }) {
  const list = useCall(listKeys, {}, { loaded, staleTime: 0 });
  const client = useQueryClient();
  const confirm = useConfirm();
  const actions = useActions();
  const [isMaking, setMaking] = useState(false);
  const late = useOpening(() => import("#web/features/api-keys/new-key-modal.tsx"));
  const keys = list.data ?? [];
  const alive = keys.filter(({ expired }) => !expired).length;
  const hasRoom = alive < mostKeys;
  const changed = () => client.invalidateQueries({ queryKey: [listKeys.path] });

  async function revoke({ id, name, expired }: KeyRecord): Promise<void> {
    const sure = await confirm({
      title: `${expired ? "Remove" : "Revoke"} the key '${isolated(name)}'?`,
      message: expired
        ? "It has expired, and goes from this list."
        : "A program that uses it is refused from now on. It cannot be brought back.",
      confirmLabel: expired ? "Remove key" : "Revoke key",
    });
    if (!sure) return;
    await actions.run(
      async () => {
        try {
          await api(deleteKey, { params: { id } });
          toasts.success(`“${isolated(name)}” opens nothing any more.`);
        } catch (error) {
          // Another tab was quicker.
          if (statusOf(error) !== 404) throw error;
        }
      },
      `“${isolated(name)}” could not be ${expired ? "removed" : "revoked"}.`,
    );
    await changed();
  }

  return (
    <section className={css.panel} aria-labelledby="keys-title">
      <ProofGate />
      <div className={css.head}>
        <div className={css.words}>
          <h2 id="keys-title" className={css.title}>
            Keys
            {keys.length > 0 && <span className={css.count}>{` ${alive} of ${mostKeys}`}</span>}
          </h2>
          <p className={css.muted}>
            A program that has a key can do in your name what you chose for it, without your password. Keep
            keys as secret as that.
          </p>
        </div>
        {keys.length > 0 && hasRoom && (
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setMaking(true)}>
            New key
          </Button>
        )}
      </div>
      <FailureNotice failure={actions.failure} />
      {list.isPending && (
        <Skeleton height={88} radius="md">
          <Status className="visually-hidden">Loading your keys</Status>
        </Skeleton>
      )}
      {list.isError && (
        <ErrorState
          compact
          title="Your keys could not be loaded."
          message={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && (
        <EmptyState
          compact
          level={3}
          drawing="none"
          title="No keys yet"
          action={<Button onClick={() => setMaking(true)}>Make a key</Button>}
        >
          Make one for each program, so that you can revoke it by itself.
        </EmptyState>
      )}
      {keys.length > 0 && (
        <ul className={css.list} aria-label="Your keys">
          {keys.map((each) => (
            <KeyRow key={each.id} record={each} busy={actions.busy} onRevoke={() => void revoke(each)} />
          ))}
        </ul>
      )}
      {!hasRoom && (
        <p className={css.muted}>You have {mostKeys} keys, which is the most. Revoke one to make another.</p>
      )}
      {isMaking && late.module && (
        <late.module.NewKeyModal onChanged={changed} onClose={() => setMaking(false)} />
      )}
      {isMaking && late.failure && (
        <NotLoaded title="New key" failure={late.failure} onClose={() => setMaking(false)} />
      )}
    </section>
  );
}
