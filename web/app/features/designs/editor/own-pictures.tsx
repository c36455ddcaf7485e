import { Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { listReferences, type Reference } from "#contract/references.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import { ErrorState } from "#web/ui/states.tsx";

/** The person's own pictures, each a button; `action` says what one does. */
export function OwnPictures(props: { action: string; onChoose: (reference: Reference) => void }) {
  const list = useCall(listReferences, {});
  if (list.isError && !list.data)
    return (
      <ErrorState
        compact
        title="Your pictures could not be loaded."
        message={list.error.message}
        onRetry={() => list.refetch()}
      />
    );
  if (!list.data) return <Skeleton height={72} aria-label="Loading..." role="status" />;
  return (
    <>
      {list.data.length > 0 && (
        <div className={css.presets}>
          {list.data.map((reference) => (
            <button
              key={reference.id}
              type="button"
              className={css.picture}
              title={reference.name}
              onClick={() => props.onChoose(reference)}
            >
              <img src={`${reference.previewUrl}?width=320`} alt="" loading="lazy" decoding="async" />
              <span className="visually-hidden">
                {props.action} {reference.name}
              </span>
            </button>
          ))}
        </div>
      )}
      <p className={css.note}>
        {list.data.length === 0 && "You have none yet. "}
        <Link to="/user/pictures">Add pictures</Link>
      </p>
    </>
  );
}
