import { ImagePlus } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { Link } from "react-router";
import { getBrand } from "#contract/brand.ts";
import { mostReferencesOfGeneration } from "#contract/generation-options.ts";
import { listReferences, type Reference } from "#contract/references.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/generations/generation-pictures.module.css";
import type { PictureChooserProps } from "#web/features/generations/picture-chooser.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Checkbox } from "#web/ui/elements/choice.tsx";
import { PictureChoice } from "#web/ui/picture-choice.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { usePart } from "#web/ui/use-part.ts";

interface Chosen {
  /** Ids of own pictures, in their order. */
  references: string[];
  /** Whether the run uses the brand; null leaves it to the brand. */
  brand: boolean | null;
}

/** Which own pictures a run shows the model, and whether it uses the brand. */
export function GenerationPictures(props: { chosen: Chosen; onChange: (next: Partial<Chosen>) => void }) {
  const { chosen, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [hasDropped, setDropped] = useState(false);
  const titleId = useId();
  const list = useCall(listReferences, {});
  const all: readonly Reference[] = list.data ?? [];
  const shown = presentOf(chosen.references, all);
  const isFull = shown.length >= mostReferencesOfGeneration;

  const isMissing = list.data !== undefined && shown.length < chosen.references.length;
  const drop = useEffectEvent(() => {
    onChange({ references: shown });
    setDropped(true);
  });
  // A run that names one that was deleted would be refused.
  useEffect(() => {
    if (isMissing) drop();
  }, [isMissing]);

  function toggle({ id }: Reference): void {
    const without = shown.filter((each) => each !== id);
    if (without.length < shown.length) onChange({ references: without });
    else if (!isFull) onChange({ references: [...shown, id] });
  }
  return (
    <section className={css.pictures} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          Your pictures
        </h2>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ImagePlus size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Done" : shown.length > 0 ? "Change" : "Choose"}
        </Button>
      </div>
      {isOpen ? (
        <Chooser list={list} shown={shown} isFull={isFull} onToggle={toggle} />
      ) : shown.length > 0 ? (
        <PictureChoice
          pictures={shown.flatMap((id) => all.find((each) => each.id === id) ?? [])}
          chosen={shown}
          onChoose={toggle}
        />
      ) : (
        <p className={css.hint}>Your face, a product, your logo or a look: the model sees up to three.</p>
      )}
      {hasDropped && <Status className={css.hint}>A picture that was chosen here is gone by now.</Status>}
      <BrandSwitch chosen={chosen.brand} onChange={(brand) => onChange({ brand })} />
    </section>
  );
}

/** Of those that were chosen, the ones that are still there. */
const presentOf = (references: readonly string[], all: readonly { id: string }[]) =>
  references.filter((id) => all.some((each) => each.id === id));

const loadChooser = () => import("#web/features/generations/picture-chooser.tsx");

/** Its script comes once it is opened. */
function Chooser(props: PictureChooserProps) {
  const { part, failure } = usePart(loadChooser);
  if (failure) return <ErrorState compact title="Your pictures could not be shown." {...failure} />;
  if (part) return <part.PictureChooser {...props} />;
  return <Status className={css.hint}>Loading...</Status>;
}

function BrandSwitch(props: { chosen: boolean | null; onChange: (brand: boolean) => void }) {
  const brand = useCall(getBrand, {}).data;
  const isEmpty = brand && brand.fonts.length + brand.colours.length === 0 && brand.textPreset === null;
  return (
    <Checkbox
      label="Use my brand"
      disabled={!brand || Boolean(isEmpty)}
      checked={!isEmpty && (props.chosen ?? brand?.useInRuns ?? false)}
      description={
        isEmpty ? (
          <>
            <Link to="/user/pictures#brand">Choose its colours and fonts</Link> first.
          </>
        ) : (
          "Its colours are named in the prompt; words set as text get its look."
        )
      }
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
