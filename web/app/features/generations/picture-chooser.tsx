import { Link } from "react-router";
import { mostReferencesOfGeneration } from "#contract/generation-options.ts";
import type { Reference } from "#contract/references.ts";
import css from "#web/features/generations/generation-pictures.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { PictureChoice } from "#web/ui/picture-choice.tsx";
import { Status } from "#web/ui/status.tsx";

export interface PictureChooserProps {
  list: { isError: boolean; data: Reference[] | undefined; refetch: () => unknown };
  shown: string[];
  isFull: boolean;
  onToggle: (reference: Reference) => void;
}

/** The own pictures that a run can show the model. */
export function PictureChooser(props: PictureChooserProps) {
  const { list, shown, isFull } = props;
  if (list.isError && !list.data)
    return (
      <p className={css.hint} role="alert">
        Your pictures could not be loaded.{" "}
        <Button size="compact-sm" variant="subtle" onClick={() => list.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!list.data) return <Status className={css.hint}>Loading...</Status>;
  return (
    <>
      {list.data.length > 0 && (
        <PictureChoice pictures={list.data} chosen={shown} isFull={isFull} onChoose={props.onToggle} />
      )}
      <p className={css.hint}>
        <span>
          {list.data.length === 0
            ? "You have none yet. "
            : `${shown.length} of ${mostReferencesOfGeneration} chosen. `}
        </span>
        <Link to="/user/pictures">Add pictures</Link>
      </p>
    </>
  );
}
