import { Link } from "react-router";
import { listReferences, type Reference } from "#contract/references.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { PictureChoice } from "#web/ui/picture-choice.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";

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
  if (!list.data)
    return (
      <Skeleton height={72}>
        <Status className="visually-hidden">Loading...</Status>
      </Skeleton>
    );
  return (
    <>
      {list.data.length > 0 && (
        <PictureChoice pictures={list.data} action={props.action} onChoose={props.onChoose} />
      )}
      <p className={css.note}>
        {list.data.length === 0 && "You have none yet. "}
        <Link to="/user/pictures">Add pictures</Link>
      </p>
    </>
  );
}
