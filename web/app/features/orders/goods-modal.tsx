import { Button, Group, Modal } from "@mantine/core";
import { ArrowUpRight } from "lucide-react";
import type { ItemOrderRecord } from "#contract/orders.ts";
import styles from "#web/features/orders/order-modal.module.css";

/** The goods of a paid item order: where to get it and how to use it. `order` undefined: closed. */
export function GoodsModal({ order, onClose }: { order: ItemOrderRecord | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={order !== undefined}
      onClose={onClose}
      title={order?.itemName || order?.packageName}
      withCloseButton={false}
      size="lg"
    >
      {order && (
        <>
          {order.guidelines && (
            <section aria-label="Guidelines">
              <h3 className={styles.heading}>Guidelines</h3>
              <p className={styles.guidelines}>{order.guidelines}</p>
            </section>
          )}
          {!order.guidelines && !order.accessUrl && (
            <p className={styles.note}>
              This item has neither a link nor guidelines. Please contact support with order {order.orderId}.
            </p>
          )}
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {order?.accessUrl && (
          <Button
            component="a"
            href={order.accessUrl}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<ArrowUpRight size={18} aria-hidden />}
          >
            Open your item<span className="visually-hidden"> (opens in a new tab)</span>
          </Button>
        )}
      </Group>
    </Modal>
  );
}
