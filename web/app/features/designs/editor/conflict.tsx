import type { DesignDocument } from "#contract/design-document.ts";
import { CanvasLayers } from "#web/features/designs/editor/canvas-layers.tsx";
import css from "#web/features/designs/editor/design-editor.module.css";
import { usePictures } from "#web/ui/drawn/pictures.ts";
import { Button } from "#web/ui/elements/button.tsx";

/** The same design was changed in two places: both are shown, and one is taken. */
export function Conflict(props: {
  mine: DesignDocument;
  theirs: DesignDocument;
  designId: string;
  fontsVersion: number;
  onChoose: (side: "mine" | "theirs") => void;
}) {
  const { mine, theirs, fontsVersion, onChoose } = props;
  const pictures = {
    mine: usePictures(props.designId, mine),
    theirs: usePictures(props.designId, theirs),
  };
  const side = (name: "mine" | "theirs", title: string, action: string) => (
    <figure>
      <div className={css.side}>
        <CanvasLayers
          document={props[name]}
          picture={pictures[name]}
          preview={null}
          fontsVersion={fontsVersion}
          prefix={name}
        />
      </div>
      <figcaption>{title}</figcaption>
      <Button size="sm" variant={name === "mine" ? "filled" : "default"} onClick={() => onChoose(name)}>
        {action}
      </Button>
    </figure>
  );
  return (
    <section className={css.conflict} role="alert" aria-label="Changed in two places">
      <p>
        <strong>This design was changed elsewhere meanwhile.</strong> Nothing is lost: what you don't take
        stays among its versions or can be undone.
      </p>
      <div className={css.sides}>
        {side("mine", "As you have it here", "Keep mine")}
        {side("theirs", "As it was saved elsewhere", "Take theirs")}
      </div>
    </section>
  );
}
