import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { type CouponRecord, couponSorts, editCoupon, endCoupon, listCoupons } from "#contract/coupons.ts";
import { listPackages } from "#contract/packages.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { storeEntry } from "#web/api/store-entry.ts";
import { couponColumns } from "#web/features/admin-coupons/coupon-columns.tsx";
import { couponBody, couponValues } from "#web/features/admin-coupons/coupon-form.ts";
import { CouponModal } from "#web/features/admin-coupons/coupon-modal.tsx";
import { CouponUses } from "#web/features/admin-coupons/coupon-uses.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { deactivation, useActions } from "#web/ui/editing/actions.tsx";
import { editorToasts, FailureNotice } from "#web/ui/editing/notices.tsx";
import { PanelLoading } from "#web/ui/editing/panel.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { pageOf, useQueryInUrl, withParams } from "#web/ui/query-in-url.ts";
import { ErrorState } from "#web/ui/states.tsx";
import { type TableDefaults, tablePageSize, useTableUrl } from "#web/ui/table-url.ts";

const newestFirst = {
  sorts: couponSorts,
  sort: "createdAt",
  order: "desc",
} as const satisfies TableDefaults;

/** No coupon's code: theirs are in capitals. */
const blank = "new";

/** The coupons; `coupon` in the address is the code of the one that is edited, `uses` of the one whose uses are shown. */
export function CouponsPanel(props: { currency: string; heading: (addButton: ReactNode) => ReactNode }) {
  const { currency } = props;
  const client = useQueryClient();
  const confirm = useConfirm();
  const reload = () => client.invalidateQueries({ queryKey: [listCoupons.path] });
  const actions = useActions({ reload });
  const { query, change } = useTableUrl(newestFirst);
  const { search, change: write } = useQueryInUrl();
  const opened = new URLSearchParams(useLocation().search);
  const [edited, usesOf] = [opened.get("coupon"), opened.get("uses")];
  const { page, sort, order, q } = query;
  const list = useCall(
    listCoupons,
    { query: { page, pageSize: tablePageSize, sort, order, ...(q ? { q } : {}) } },
    { keepPrevious: true },
  );
  const onSale = useCall(listPackages, {});
  const packages = onSale.data && new Map(onSale.data.map(({ _id, packageName }) => [_id, packageName]));
  const open = (code: string) => write({ coupon: code }, false);
  const close = () => write({ coupon: "", uses: "", "uses-page": "" }, true);

  async function toggle(coupon: CouponRecord) {
    const question = deactivation(
      coupon.code,
      "Nobody can use it any more; orders that have it keep their price.",
    );
    if (coupon.active && !(await confirm(question))) return;
    await actions.run(async () => {
      const body = couponBody({ ...couponValues(coupon), active: !coupon.active }, coupon);
      const params = { id: coupon.id };
      const answer = await api(editCoupon, { params, body: { ...body, version: coupon.version } });
      storeEntry(client, listCoupons, answer.body.data);
      editorToasts.success(`${coupon.code} is ${coupon.active ? "inactive" : "active"}.`);
      await reload();
    }, "Failed to update coupon");
  }

  async function end(coupon: CouponRecord) {
    const sure = await confirm({
      title: `End "${coupon.code}"?`,
      message:
        "Nobody can use it any more, and it cannot be activated again. Its uses stay, and so do the prices of its orders.",
      confirmLabel: "End coupon",
    });
    if (!sure) return;
    await actions.run(async () => {
      await api(endCoupon, { params: { id: coupon.id } });
      await reload();
      editorToasts.success("Coupon ended.");
    }, "Failed to end coupon");
  }

  return (
    <>
      {props.heading(
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => open(blank)}>
          Add Coupon
        </Button>,
      )}
      <FailureNotice failure={actions.failure} />
      <DataTable<CouponRecord>
        caption="Coupons"
        columns={couponColumns({
          currency,
          packages,
          busy: actions.busy,
          usesPath: ({ code }) => withParams(search, { uses: code }),
          onEdit: ({ code }) => open(code),
          onToggle: toggle,
          onEnd: end,
        })}
        rows={list.data}
        rowId={(coupon) => coupon.id}
        total={list.total ?? 0}
        more={list.more}
        pageSize={tablePageSize}
        {...query}
        onChange={change}
        loading={list.isFetching}
        loadingText="Loading coupons..."
        error={list.error?.message}
        errorTitle="Failed to fetch coupons"
        onRetry={() => list.refetch()}
        searchLabel="Search codes..."
        emptyTitle={q ? "No coupon matches" : "No coupons yet"}
        emptyText={
          q
            ? "Nothing has a code like this."
            : "A code takes a percentage or an amount off a package, or adds credits to it."
        }
        emptyAction={q ? undefined : <Button onClick={() => open(blank)}>Add the first coupon</Button>}
        emptyDrawing="orders"
      />
      {(edited || usesOf) && (
        <OpenedCoupon
          key={`${edited} ${usesOf}`}
          code={edited ?? usesOf ?? ""}
          rows={list.data}
          onClose={close}
        >
          {(found) =>
            usesOf && found ? (
              <CouponUses
                coupon={found}
                page={pageOf(new URLSearchParams({ page: opened.get("uses-page") ?? "1" }))}
                onPage={(next, replace = true) =>
                  write({ "uses-page": next > 1 ? String(next) : "" }, replace)
                }
                onClose={close}
              />
            ) : !packages ? (
              <Modal opened onClose={close} title="Coupon">
                {onSale.isError ? (
                  <ErrorState
                    compact
                    title="The packages could not be loaded"
                    message={onSale.error.message}
                    onRetry={() => onSale.refetch()}
                  />
                ) : (
                  <PanelLoading label="Loading packages..." />
                )}
              </Modal>
            ) : (
              <CouponModal
                found={found}
                currency={currency}
                packages={packages}
                onClose={close}
                onSaved={() => void reload()}
              />
            )
          }
        </OpenedCoupon>
      )}
    </>
  );
}

/** Finds the coupon of an address, be it on the list's page or not. It stays the one that was found first. */
function OpenedCoupon(props: {
  code: string;
  rows: CouponRecord[] | undefined;
  onClose: () => void;
  children: (found: CouponRecord | null) => ReactNode;
}) {
  const { code, rows } = props;
  const [kept, setKept] = useState<CouponRecord | null>(null);
  const hasCode = (coupon: CouponRecord) => coupon.code === code;
  const row = rows?.find(hasCode);
  const asked = useCall(
    listCoupons,
    { query: { q: code, page: 1, pageSize: 50 } },
    { enabled: code !== blank && !kept && !row },
  );
  const found = kept ?? row ?? asked.data?.find(hasCode);
  if (found && !kept) setKept(found);
  if (code === blank) return props.children(null);
  if (found) return props.children(found);
  return (
    <Modal opened onClose={props.onClose} title="Coupon">
      {asked.isPending ? (
        <PanelLoading label="Loading coupon..." />
      ) : (
        <ErrorState compact title={asked.error?.message ?? `No coupon has the code ${code}.`} />
      )}
    </Modal>
  );
}
