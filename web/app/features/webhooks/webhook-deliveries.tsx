import { useQueryClient } from "@tanstack/react-query";
import {
  deliveryDays,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  testWebhook,
  type WebhookDelivery,
  type WebhookRecord,
} from "#contract/webhooks.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { deliveryColumns } from "#web/features/webhooks/delivery-columns.tsx";
import styles from "#web/features/webhooks/webhooks.module.css";
import { DataTable } from "#web/ui/data-table.tsx";
import { useActions } from "#web/ui/editing/actions.tsx";
import { FailureNotice } from "#web/ui/editing/notices.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import type { TableQuery } from "#web/ui/table-model.ts";
import { tablePageSize } from "#web/ui/table-url.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** What was sent to an address, newest first. It is asked for anew while something is on its way. */
export function WebhookDeliveries(props: {
  webhook: WebhookRecord;
  page: number;
  onPage: (page: number, replace?: boolean) => void;
  onClose: () => void;
}) {
  const { webhook, page, onPage } = props;
  const client = useQueryClient();
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [listDeliveries.path] }),
      client.invalidateQueries({ queryKey: [listWebhooks.path] }),
    ]);
  const actions = useActions({ reload });
  const input = { params: { id: webhook.id }, query: { page, pageSize: tablePageSize } };
  const shown = useCall(listDeliveries, input, {
    keepPrevious: true,
    staleTime: 0,
    refetchInterval: (deliveries) => (deliveries?.some(movesSoon) ? 2_000 : false),
  });

  const resend = (delivery: WebhookDelivery) =>
    actions.run(async () => {
      await api(resendDelivery, { params: { id: webhook.id, deliveryId: delivery.id } });
      toasts.success("It is sent again.");
      await reload();
    }, "It could not be sent again");

  const sendTest = () =>
    actions.run(async () => {
      await api(testWebhook, { params: { id: webhook.id } });
      onPage(1);
      await reload();
      toasts.success("A test is on its way.");
    }, "The test could not be sent");

  return (
    <Modal opened onClose={props.onClose} size="min(64rem, 100%)" title="Deliveries">
      <Text className={styles.address} c="dimmed" mb="md">
        {webhook.url}
      </Text>
      <FailureNotice failure={actions.failure} />
      <DataTable<WebhookDelivery>
        caption="Deliveries"
        columns={deliveryColumns({ active: webhook.active, busy: actions.busy, onResend: resend })}
        rows={shown.data}
        rowId={(delivery) => delivery.id}
        total={shown.total ?? 0}
        more={shown.more}
        pageSize={tablePageSize}
        page={page}
        order="desc"
        q=""
        onChange={(change: Partial<TableQuery>, replace) => onPage(change.page ?? 1, replace)}
        loading={shown.isPending || shown.isPlaceholderData}
        loadingText="Loading deliveries..."
        error={shown.error?.message}
        errorTitle="The deliveries could not be loaded"
        onRetry={() => void shown.refetch()}
        toolbar={
          webhook.active && (
            <Button variant="default" off={actions.busy} onClick={() => void sendTest()}>
              Send a test
            </Button>
          )
        }
        emptyTitle="Nothing sent yet"
        emptyText={`What is sent to this address stands here for ${deliveryDays} days.`}
        emptyDrawing="none"
      />
    </Modal>
  );
}

/** Whether it will be another soon: a message may wait for hours. */
function movesSoon({ status, nextAttemptAt }: WebhookDelivery): boolean {
  if (status !== "waiting") return status === "sending";
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < 60_000;
}
