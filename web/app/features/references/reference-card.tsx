import { Brush, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { createDesign } from "#contract/designs.ts";
import { changeReference, type Reference } from "#contract/references.ts";
import { api, fieldsOf } from "#web/api/client.ts";
import { kinds } from "#web/features/references/kinds.ts";
import css from "#web/features/references/pictures.module.css";
import { ReferenceFields, type ReferenceValues } from "#web/features/references/reference-fields.tsx";
import { useReferencesChanged } from "#web/features/references/use-reference-deletion.ts";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { CardMenu } from "#web/ui/card-menu.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { isolated } from "#web/ui/isolated.ts";
import { useUnsavedGuard } from "#web/ui/leave-guard.tsx";
import { useOneAtATime } from "#web/ui/one-at-a-time.ts";

/** One of the pictures, with what can be done with it. */
export function ReferenceCard(props: {
  reference: Reference;
  onDelete: (reference: Reference) => Promise<void>;
}) {
  const { reference } = props;
  const { id, name, kind } = reference;
  const [isEdited, setEdited] = useState(false);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { attempt, problem } = useAttempt();

  const makeDesign = () =>
    attempt("This could not be opened.", async () => {
      const { body } = await api(createDesign, { body: { from: { kind: "reference", id } } });
      if (isHere()) await navigate(`/user/designs/${body.data.id}`);
    });
  const deleteIt = () =>
    attempt(`“${isolated(name)}” could not be deleted.`, () => props.onDelete(reference));
  return (
    <article className={css.card} aria-label={name}>
      <div className={css.picture} data-kind={kind}>
        <img
          src={reference.previewUrl}
          srcSet={`${reference.previewUrl}?width=320 320w, ${reference.previewUrl} 640w`}
          sizes="17rem"
          alt=""
          loading="lazy"
          decoding="async"
        />
      </div>
      {isEdited ? (
        <EditForm reference={reference} onEnd={() => setEdited(false)} />
      ) : (
        <div className={css.row}>
          <div className={css.text}>
            <h3 className={css.name} dir="auto">
              {name}
            </h3>
            <p className={css.meta}>{kinds[kind].label}</p>
            <UsedBy reference={reference} />
          </div>
          <CardMenu
            label={`Actions for ${name}`}
            actions={[
              { label: "Rename or change", icon: Pencil, run: () => setEdited(true) },
              { label: "Make a design of it", icon: Brush, run: makeDesign },
              { label: "Delete", icon: Trash2, run: deleteIt, danger: true },
            ]}
          />
        </div>
      )}
      <Problem text={problem} />
    </article>
  );
}

function UsedBy({ reference: { usedBy } }: { reference: Reference }) {
  const [first, ...others] = usedBy;
  if (!first) return null;
  return (
    <p className={css.meta}>
      Shown in <Link to={`/user/designs/${first.id}`}>{first.name}</Link>
      {others.length === 1 && " and another design"}
      {others.length > 1 && ` and ${others.length} other designs`}
    </p>
  );
}

function EditForm({ reference, onEnd }: { reference: Reference; onEnd: () => void }) {
  const { id, name, kind } = reference;
  const [values, setValues] = useState<ReferenceValues>({ name, kind, consent: false });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { run, busy } = useOneAtATime();
  const isHere = useIsHere();
  const changed = useReferencesChanged();
  useUnsavedGuard(values.name !== name || values.kind !== kind || values.consent);

  async function save() {
    const body = { name: values.name, kind: values.kind || kind, consent: values.consent };
    try {
      await changed((await api(changeReference, { params: { id }, body })).body.data);
      if (isHere()) onEnd();
    } catch (error) {
      const fields = fieldsOf(error);
      const isTold = Object.keys(fields).length > 0;
      setErrors(isTold ? fields : { name: error instanceof Error ? error.message : "This was not saved." });
    }
  }
  return (
    <form
      className={css.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
      aria-label={`Change ${name}`}
    >
      <ReferenceFields
        values={values}
        errors={errors}
        wasFace={kind === "face"}
        disabled={busy}
        autoFocus
        onChange={setValues}
      />
      <div className={css.row}>
        <Button type="submit" size="sm" loading={busy}>
          Save
        </Button>
        <Button size="sm" variant="subtle" color="gray" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
