import { Plus } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { listWebhooks, maxWebhooks, type WebhookRecord } from "#contract/webhooks.ts";
import { useCall } from "#web/api/query.tsx";
import { useWebhookActions } from "#web/features/webhooks/use-webhook-actions.ts";
import { WebhookRow } from "#web/features/webhooks/webhook-row.tsx";
import { WebhookSecret } from "#web/features/webhooks/webhook-secret.tsx";
import styles from "#web/features/webhooks/webhooks.module.css";
import { FailureNotice } from "#web/ui/editing/notices.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Menu } from "#web/ui/elements/menu.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { pageOf, useQueryInUrl } from "#web/ui/query-in-url.ts";
import { RowMenu } from "#web/ui/row-menu.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";
import { useOpening } from "#web/ui/use-late.ts";

const loadDialogs = async () => {
  const [editing, sent] = await Promise.all([
    import("#web/features/webhooks/webhook-modal.tsx"),
    import("#web/features/webhooks/webhook-deliveries.tsx"),
  ]);
  return { ...editing, ...sent };
};

/** No webhook's id. */
const blank = "new";

/**
 * The person's webhooks. In the address, `webhook` is the id of the one that is edited, `deliveries` of the one whose
 * deliveries are shown. `loaded` is what the page's loader got, where it asked.
 */
export function WebhooksPanel({ loaded }: { loaded?: ApiAnswer<typeof listWebhooks> | undefined }) {
  const list = useCall(listWebhooks, {}, { loaded });
  const { change: write } = useQueryInUrl();
  const opened = new URLSearchParams(useLocation().search);
  const [edited, deliveriesOf] = [opened.get("webhook"), opened.get("deliveries")];
  const webhooks = list.data ?? [];

  const open = (id: string) => write({ webhook: id }, false);
  const showDeliveries = (id: string) => write({ deliveries: id }, false);
  const close = () => write({ webhook: "", deliveries: "", "deliveries-page": "" }, true);
  const { module: dialogs, failure } = useOpening(loadDialogs);
  const isFree = useRef(true);
  const { secret, setSecret, onKept, reload, ...actions } = useWebhookActions((id) => {
    if (isFree.current) showDeliveries(id);
    return isFree.current;
  });
  useLayoutEffect(() => {
    isFree.current = !edited && !deliveriesOf;
  });

  return (
    <section aria-labelledby="webhooks" className={styles.panel}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id="webhooks" className={styles.title}>
            Webhooks
            {webhooks.length > 0 && (
              <span className={styles.count}>{` ${webhooks.length} of ${maxWebhooks}`}</span>
            )}
          </h2>
          <Text size="sm" c="dimmed">
            Your program hears of your runs and your balance by a signed message, without asking again and
            again.
          </Text>
        </div>
        {webhooks.length > 0 && webhooks.length < maxWebhooks && (
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => open(blank)}>
            Add a webhook
          </Button>
        )}
      </div>
      <FailureNotice failure={actions.failure} />
      {list.isPending && (
        <Skeleton height={64} radius="md">
          <Status className="visually-hidden">Loading your webhooks</Status>
        </Skeleton>
      )}
      {list.isError && (
        <ErrorState
          compact
          title="Your webhooks could not be loaded."
          message={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && (
        <EmptyState
          compact
          level={3}
          drawing="none"
          title="No webhooks yet"
          action={<Button onClick={() => open(blank)}>Add the first webhook</Button>}
        >
          Give an address of your own server, and choose what it hears of.
        </EmptyState>
      )}
      {webhooks.length > 0 && (
        <>
          <ul className={styles.list} aria-label="Your webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook}>
                <Group gap="xs" wrap="nowrap">
                  <Button size="sm" variant="default" onClick={() => showDeliveries(webhook.id)}>
                    Deliveries<span className="visually-hidden"> to {webhook.url}</span>
                  </Button>
                  <RowMenu label={`Actions for ${webhook.url}`} loading={actions.busy} position="bottom-end">
                    <Menu.Item onClick={() => open(webhook.id)}>Edit</Menu.Item>
                    {webhook.active && (
                      <Menu.Item onClick={() => void actions.sendTest(webhook)}>Send a test</Menu.Item>
                    )}
                    <Menu.Item onClick={() => void actions.rotate(webhook)}>Change secret</Menu.Item>
                    <Menu.Item onClick={() => void actions.toggle(webhook)}>
                      {webhook.active ? "Switch off" : "Switch on"}
                    </Menu.Item>
                    <Menu.Item color="red" onClick={() => void actions.remove(webhook)}>
                      Remove
                    </Menu.Item>
                  </RowMenu>
                </Group>
              </WebhookRow>
            ))}
          </ul>
          {webhooks.length >= maxWebhooks && (
            <Text size="sm" c="dimmed">
              You have {maxWebhooks} webhooks, which is the most. Remove one to add another.
            </Text>
          )}
        </>
      )}
      {(edited || deliveriesOf) && list.data && dialogs && (
        <Opened
          key={`${edited} ${deliveriesOf}`}
          id={edited ?? deliveriesOf ?? ""}
          rows={webhooks}
          onClose={close}
        >
          {(found) =>
            deliveriesOf && found ? (
              <dialogs.WebhookDeliveries
                webhook={found}
                page={pageOf(new URLSearchParams({ page: opened.get("deliveries-page") ?? "1" }))}
                onPage={(next, replace = true) =>
                  write({ "deliveries-page": next > 1 ? String(next) : "" }, replace)
                }
                onClose={close}
              />
            ) : (
              <dialogs.WebhookModal
                found={found}
                onClose={close}
                onRefused={reload}
                onSaved={(made) => {
                  if (made) setSecret({ text: made, changeOf: null });
                  void reload();
                }}
              />
            )
          }
        </Opened>
      )}
      {(edited || deliveriesOf) && failure && <NotLoaded title="Webhook" failure={failure} onClose={close} />}
      {secret && <WebhookSecret secret={secret.text} isChange={secret.changeOf !== null} onDone={onKept} />}
    </section>
  );
}

/** The webhook of an address, as the list has it by now; one that is not the person's is not found. */
function Opened(props: {
  id: string;
  rows: WebhookRecord[];
  onClose: () => void;
  children: (found: WebhookRecord | null) => ReactNode;
}) {
  const { id, rows } = props;
  if (id === blank) return props.children(null);
  const found = rows.find((webhook) => webhook.id === id);
  if (found) return props.children(found);
  return (
    <Modal opened onClose={props.onClose} title="Webhook">
      <ErrorState compact title="This webhook is not there any more." />
    </Modal>
  );
}
