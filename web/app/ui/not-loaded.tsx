import { Modal } from "#web/ui/elements/modal.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import type { PartFailure } from "#web/ui/use-part.ts";

/** In the place of a dialog whose script does not come. */
export function NotLoaded(props: { title: string; failure: PartFailure; onClose: () => void }) {
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <ErrorState compact title="This could not be loaded." {...props.failure} />
    </Modal>
  );
}
