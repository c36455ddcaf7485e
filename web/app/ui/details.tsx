import type { ReactNode } from "react";
import styles from "#web/ui/details.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";

/** What something is, holds or costs: one `DescriptionItem` a line. Plain markup. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

/** A name and its value at the two ends of a line: an identifier, or a sum of the lines above it, where it is one. */
export function DescriptionItem(props: { name: ReactNode; kind?: "code" | "total"; children: ReactNode }) {
  return (
    <div className={styles.item} data-kind={props.kind}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** What something is, to be read and closed. `title` undefined: closed. */
export function DetailsModal(props: { title: string | undefined; onClose: () => void; children: ReactNode }) {
  const { title, onClose } = props;
  return (
    <Modal opened={title !== undefined} onClose={onClose} title={title} withCloseButton={false} size="md">
      {props.children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Modal>
  );
}
