import { type Brand, mostBrandFonts } from "#contract/brand.ts";
import { listReferences } from "#contract/references.ts";
import { brandLook } from "#drawing/text-presets.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/brand/brand.module.css";
import { BrandColours } from "#web/features/brand/brand-colours.tsx";
import { type BrandChange, useBrand } from "#web/features/brand/use-brand.ts";
import { FontList } from "#web/ui/drawn/font-list.tsx";
import { PresetList } from "#web/ui/drawn/preset-list.tsx";
import { Sample } from "#web/ui/drawn/sample.tsx";
import { Checkbox } from "#web/ui/elements/choice.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { PictureChoice } from "#web/ui/picture-choice.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";

/** A member's fonts, colours, logo and look of words. Each press is kept at once. */
export function BrandForm() {
  const { found, brand, status, hasFailed, change } = useBrand();
  if (!brand)
    return found.isError ? (
      <ErrorState
        compact
        title="Your brand could not be loaded."
        message={found.error?.message}
        onRetry={() => found.refetch()}
      />
    ) : (
      <Skeleton height={320}>
        <Status className="visually-hidden">Loading...</Status>
      </Skeleton>
    );
  return (
    <>
      <div className={css.form}>
        <Words brand={brand} change={change} />
        <div className={css.column}>
          <BrandColours colours={brand.colours} onChange={(colours) => change({ colours: [...colours] })} />
          <Logo chosen={brand.logoReferenceId} onChoose={(logoReferenceId) => change({ logoReferenceId })} />
          <GenerationSwitch brand={brand} change={change} />
        </div>
      </div>
      <p className={css.status} role={hasFailed ? "alert" : "status"} data-failed={hasFailed || undefined}>
        {status}
      </p>
    </>
  );
}

interface PartProps {
  brand: Brand;
  change: (to: BrandChange) => void;
}

/** In which fonts words are set, and how they look. */
function Words({ brand, change }: PartProps) {
  const { fonts, colours, textPreset } = brand;
  const toggle = (font: string) =>
    change({ fonts: fonts.includes(font) ? fonts.filter((each) => each !== font) : [...fonts, font] });
  return (
    <div className={css.fields}>
      <h3 className={css.title}>Words</h3>
      <div className={css.sample} style={{ background: colours[0] ?? undefined }}>
        <Sample text="YOUR TITLE" look={brandLook(brand)} id="brand-sample" />
      </div>
      <FontList
        label={fonts.length > 0 ? `Fonts: ${fonts.join(", ")}` : `Choose up to ${mostBrandFonts} fonts`}
        chosen={fonts}
        first={fonts}
        isFull={fonts.length >= mostBrandFonts}
        onChoose={toggle}
      />
      <p className={css.note}>
        The first one is used most.
        {fonts.length >= mostBrandFonts && ` ${mostBrandFonts} is the most: take one out to add another.`}
      </p>
      <h4 className={css.label}>Look of the words</h4>
      <PresetList
        chosen={textPreset}
        onChoose={({ name }) => change({ textPreset: name === textPreset ? null : name })}
      />
      <p className={css.note}>
        {textPreset
          ? `${textPreset} is chosen. Press it again to leave it to the style of each run.`
          : "None is chosen: the style of each run decides."}
      </p>
    </div>
  );
}

function Logo(props: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const { chosen, onChoose } = props;
  const list = useCall(listReferences, {}).data ?? [];
  const logos = list.filter(({ id, kind }) => kind === "logo" || id === chosen);
  return (
    <div className={css.fields}>
      <h3 className={css.title}>Logo</h3>
      {logos.length > 0 && (
        <PictureChoice
          pictures={logos}
          chosen={chosen === null ? [] : [chosen]}
          onChoose={({ id }) => onChoose(id === chosen ? null : id)}
        />
      )}
      <p className={css.note}>
        {logos.length > 0
          ? "Press one to make it yours, press it again for none."
          : "Add a picture above and say that it shows a logo: it can then be chosen here."}
      </p>
    </div>
  );
}

function GenerationSwitch({ brand, change }: PartProps) {
  const isEmpty = brand.fonts.length + brand.colours.length === 0 && brand.textPreset === null;
  return (
    <Checkbox
      label="Use my brand in new runs"
      disabled={isEmpty}
      checked={brand.useInRuns && !isEmpty}
      description={
        isEmpty
          ? "Choose a font, a colour or a look first."
          : "Its colours are named in the prompt, words set as text get its look. Each run can be told otherwise."
      }
      onChange={(event) => change({ useInRuns: event.currentTarget.checked })}
    />
  );
}
