import { useQueryClient } from "@tanstack/react-query";
import { deleteReference, listReferences, type Reference, restoreReference } from "#contract/references.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import { useAttempt } from "#web/ui/attempt.tsx";
import { useDeleted } from "#web/ui/deleted-bar.tsx";

/** Has them read anew; one that was changed is there at once, as the reading may fail. */
export function useReferencesChanged() {
  const client = useQueryClient();
  return (changed?: Reference) => {
    if (changed) storeEntry(client, listReferences, changed);
    return client.invalidateQueries({ queryKey: [listReferences.path] });
  };
}

/** Deletes at once, and for a moment offers to bring back what was deleted last. */
export function useReferenceDeletion() {
  const changed = useReferencesChanged();
  const { add, restoreAll, bar } = useDeleted<Reference>();
  const { attempt, problem } = useAttempt();

  /** Throws what the card then says. */
  async function remove(reference: Reference) {
    try {
      const { usedBy } = (await api(deleteReference, { params: { id: reference.id } })).body.data;
      add({ ...reference, usedBy });
    } finally {
      await changed();
    }
  }
  async function undo() {
    await attempt("This could not be brought back.", () =>
      restoreAll((id) => api(restoreReference, { params: { id } })),
    );
    await changed();
  }
  return { remove, undo, bar, problem };
}
