import css from "#web/features/brand/brand.module.css";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { usePart } from "#web/ui/use-part.ts";

/** The fonts' samples are drawn as a design is: the rest of the screen does not wait for what draws them. */
const loadForm = () => import("#web/features/brand/brand-form.tsx");

/** What all thumbnails of a member have in common. */
export function BrandPart() {
  const { part, failure } = usePart(loadForm);
  return (
    <section id="brand" className={css.part} aria-labelledby="brand-title">
      <div>
        <h2 id="brand-title" className={css.heading}>
          Your brand
        </h2>
        <p className={css.note}>
          New words on your designs begin in it, its colours are at hand in the editor, and a run can use it.
        </p>
      </div>
      {part ? (
        <part.BrandForm />
      ) : failure ? (
        <ErrorState compact title="Your brand could not be loaded." {...failure} />
      ) : (
        <Skeleton height={320}>
          <Status className="visually-hidden">Loading...</Status>
        </Skeleton>
      )}
    </section>
  );
}
