import { counted } from "#contract/counted.ts";
import {
  type ArchivedPackage,
  listArchivedPackages,
  maximumPackages,
  restorePackage,
} from "#contract/packages.ts";
import { api, listFailure } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/admin-packages/packages.module.css";
import { useActions } from "#web/ui/editing/actions.tsx";
import { editorToasts, FailureNotice } from "#web/ui/editing/notices.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";
import { isolated } from "#web/ui/isolated.ts";
import { Price } from "#web/ui/price.tsx";
import { ErrorState } from "#web/ui/states.tsx";

/** What was taken off sale, to be put back as it was; nothing where that never happened. */
export function ArchivedPackages(props: {
  currency: string;
  /** Three are on sale. */
  full: boolean;
  reload: () => Promise<void>;
}) {
  const { currency, full } = props;
  const { data, error, refetch } = useCall(listArchivedPackages, {});
  const actions = useActions({ reload: props.reload });

  async function restore({ _id, packageName }: ArchivedPackage) {
    await actions.run(async () => {
      await api(restorePackage, { params: { id: _id } });
      await props.reload();
      editorToasts.success(`${isolated(packageName)} is on sale again.`);
    }, "Failed to put the package back on sale");
  }

  if (error && !data)
    return (
      <ErrorState
        compact
        title="The archived packages could not be loaded."
        message={listFailure(error)}
        onRetry={() => refetch()}
      />
    );
  if (!data?.length) return null;
  return (
    <details className={styles.archived}>
      <summary>Archived packages ({data.length})</summary>
      <FailureNotice failure={actions.failure} />
      {full && (
        <p id="archived-full" className={styles.hint}>
          {maximumPackages} packages are on sale, which is the most. Archive one of them first.
        </p>
      )}
      <ul>
        {data.map((found) => (
          <li key={found._id}>
            <div>
              <bdi className={styles.archivedName}>{found.packageName}</bdi>
              <p className={styles.facts}>
                <Price minor={Math.round(found.price * 100)} currency={currency} code /> for{" "}
                {counted(found.credit, "credit")}, archived on <FormattedDate at={found.archivedAt} />
              </p>
            </div>
            <Button
              size="sm"
              variant="default"
              disabled={full}
              off={actions.busy}
              aria-describedby={full ? "archived-full" : undefined}
              onClick={() => restore(found)}
            >
              Put back on sale<span className="visually-hidden"> {found.packageName}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
