import { Alert, Button, Group, Modal, Skeleton } from "@mantine/core";
import type { OrderRecord } from "#contract/orders.ts";
import { getPackage, pointNames } from "#contract/packages.ts";
import { ApiError } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import styles from "#web/features/order-desk/order-desk.module.css";
import { displayAmount } from "#web/ui/amount.ts";

/** What was bought: name, price and credits of the order's own copy, feature points of the package as it is now. */
export function PackageModal({ order, onClose }: { order: OrderRecord | null; onClose: () => void }) {
  return (
    <Modal
      opened={order !== null}
      onClose={onClose}
      title={order?.packageName ?? "Package"}
      withCloseButton={false}
    >
      {order && <PackageFacts order={order} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Modal>
  );
}

function PackageFacts({ order }: { order: OrderRecord }) {
  const found = useCall(getPackage, { params: { id: order.packageId } });
  const shown = found.data?.data;
  const points = shown
    ? pointNames
        .slice(0, 6)
        .map((name) => shown[name])
        .filter(Boolean)
    : [];
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Price</dt>
          <dd>{displayAmount(order.packagePrice, order.currency)}</dd>
        </div>
        <div>
          <dt>Credits</dt>
          <dd>{order.credit}</dd>
        </div>
        <div>
          <dt>Package ID</dt>
          <dd>{order.packageId}</dd>
        </div>
      </dl>
      {found.isPending && <Skeleton height={96} mt="md" />}
      {found.isError && (
        <Alert color="gray" mt="md" variant="light">
          {found.error instanceof ApiError && found.error.status === 404
            ? "This package is no longer sold; the order keeps its own copy of what was bought."
            : "What the package holds could not be loaded."}
        </Alert>
      )}
      {points.length > 0 && (
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </>
  );
}
