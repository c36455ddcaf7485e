import { useQueryClient } from "@tanstack/react-query";
import { deleteReference, listReferences, type Reference, restoreReference } from "#contract/references.ts";
import { api } from "#web/api/client.ts";
import { useDeleted } from "#web/ui/deleted-bar.tsx";
import { toasts } from "#web/ui/toasts.tsx";

export function useReferencesChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listReferences.path] });
}

/** Deletes at once, and for a moment offers to bring back what was deleted last. */
export function useReferenceDeletion() {
  const changed = useReferencesChanged();
  const { gone, add, restoreAll } = useDeleted<Reference>();

  async function remove(reference: Reference) {
    const { id, name } = reference;
    try {
      const { usedBy } = (await api(deleteReference, { params: { id } })).body.data;
      add({ ...reference, usedBy });
    } catch (error) {
      toasts.error(`“${name}” could not be deleted. ${error instanceof Error ? error.message : ""}`.trim());
    }
    await changed();
  }
  async function undo() {
    try {
      await restoreAll((id) => api(restoreReference, { params: { id } }));
    } catch (error) {
      toasts.error(`This could not be brought back. ${error instanceof Error ? error.message : ""}`.trim());
    }
    await changed();
  }
  return { remove, undo, gone };
}
