import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";

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
