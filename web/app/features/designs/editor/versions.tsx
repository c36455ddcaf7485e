import { useState } from "react";
import { type Design, listDesignVersions, restoreDesignVersion } from "#contract/designs.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/designs/editor/versions.module.css";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Loader } from "#web/ui/elements/waiting.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { smallUrl } from "#web/ui/preview-url.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { TablePagination } from "#web/ui/table-pagination.tsx";

const pageSize = 12;

/** What was saved of a design. An earlier one comes back as the newest version, so that nothing is lost by it. */
export function Versions(props: {
  id: string;
  opened: boolean;
  onClose: () => void;
  save: () => Promise<void>;
  onRestored: (design: Design) => void;
}) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Versions" size="56rem">
      {props.opened && <VersionList {...props} />}
    </Modal>
  );
}

function VersionList({ id, save, onRestored, onClose }: Parameters<typeof Versions>[0]) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState(0);
  const { attempt, busy, problem } = useAttempt();
  const list = useCall(listDesignVersions, { params: { id }, query: { page, pageSize } }, { staleTime: 0 });

  function restore(version: number) {
    setChosen(version);
    return attempt("This could not be brought back.", async () => {
      await save();
      const { body } = await api(restoreDesignVersion, { params: { id, version: String(version) } });
      onRestored(body.data);
      onClose();
    });
  }

  if (list.isError && !list.data)
    return (
      <ErrorState
        title="The versions could not be loaded."
        message={list.error.message}
        onRetry={list.refetch}
      />
    );
  if (!list.data)
    return (
      <Status className={css.loading}>
        <Loader size={22} aria-hidden /> Loading...
      </Status>
    );
  return (
    <>
      <ol className={css.versions}>
        {list.data.map(({ version, createdAt }, index) => {
          const isPresent = page === 1 && index === 0;
          return (
            <li key={version} className={css.version}>
              <img
                src={smallUrl({ designId: id, designVersion: version }, 320)}
                width={1280}
                height={720}
                alt={`Version ${version}`}
                loading="lazy"
                decoding="async"
              />
              <p>
                {isPresent ? "As it is now" : `Version ${version}`} · <FormattedDate at={createdAt} time />
              </p>
              {!isPresent && (
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Bring back version ${version}`}
                  aria-disabled={busy || undefined}
                  onClick={() => restore(version)}
                >
                  Bring back
                </Button>
              )}
              {version === chosen && <Problem text={problem} />}
            </li>
          );
        })}
      </ol>
      {(list.total ?? 0) > pageSize && (
        <TablePagination
          page={page}
          pages={Math.ceil((list.total ?? 0) / pageSize)}
          label="Pages of the versions"
          onPage={setPage}
        />
      )}
    </>
  );
}
