import type { ReactNode } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import { listReferences, mostReferences, type Reference } from "#contract/references.ts";
import { useCall } from "#web/api/query.tsx";
import { NewPictures } from "#web/features/references/new-pictures.tsx";
import css from "#web/features/references/pictures.module.css";
import { ReferenceCard } from "#web/features/references/reference-card.tsx";
import { useReferenceDeletion } from "#web/features/references/use-reference-deletion.ts";
import { Problem } from "#web/ui/attempt.tsx";
import { DeletedBar } from "#web/ui/deleted-bar.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";

/** A member's own pictures: to add, name, use and delete. `children` is what is made of them. */
export function PicturesScreen(props: {
  references: ApiAnswer<typeof listReferences> | undefined;
  children: ReactNode;
}) {
  const list = useCall(listReferences, {}, { loaded: props.references, staleTime: 0 });
  const { remove, undo, bar, problem } = useReferenceDeletion();
  const count = list.data?.length ?? 0;
  return (
    <>
      <PageHeader
        title="Pictures"
        description="Faces, products, logos and styles for your thumbnails, and your brand, private to you."
      />
      <div className={css.screen}>
        <NewPictures room={mostReferences - count} />
        <section className={css.part} aria-labelledby="references-title">
          <h2 id="references-title" className={css.heading}>
            Your pictures
            {list.data && count > 0 && <span className={css.count}>{` ${count} of ${mostReferences}`}</span>}
          </h2>
          <Problem text={problem} />
          {list.isError && !list.data ? (
            <ErrorState
              compact
              title="Your pictures could not be loaded."
              message={list.error?.message}
              onRetry={() => list.refetch()}
            />
          ) : !list.data ? (
            <div className={css.grid}>
              {[1, 2, 3].map((place) => (
                <Skeleton key={place} className={css.skeleton} />
              ))}
              <Status className="visually-hidden">Loading...</Status>
            </div>
          ) : count === 0 ? (
            <EmptyState compact level={3} title="No pictures yet">
              Add your face, a product, your logo or a look you like: your designs can then show it.
            </EmptyState>
          ) : (
            <ul className={css.grid}>
              {list.data.map((reference) => (
                <li key={reference.id}>
                  <ReferenceCard reference={reference} onDelete={remove} />
                </li>
              ))}
            </ul>
          )}
        </section>
        {props.children}
      </div>
      <DeletedBar bar={bar} nameOf={({ name }) => name} kind="pictures" note={staysIn} onUndo={undo} />
    </>
  );
}

function staysIn({ usedBy }: Reference): string | null {
  if (usedBy.length === 0) return null;
  return usedBy.length === 1
    ? "It stays in the design that shows it."
    : `It stays in ${usedBy.length} designs.`;
}
