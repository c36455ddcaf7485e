import { useQueryClient } from "@tanstack/react-query";
import type { CouponKind } from "#contract/coupon-form.ts";
import { addCoupon, type CouponRecord, editCoupon, listCoupons } from "#contract/coupons.ts";
import { api } from "#web/api/client.ts";
import { storeEntry } from "#web/api/store-entry.ts";
import {
  type CouponValues,
  couponBody,
  couponValues,
  isFreeWithoutLimit,
  useCouponCheck,
} from "#web/features/admin-coupons/coupon-form.ts";
import { withSlashes } from "#web/ui/date-range.tsx";
import { EditorForm, FieldCard } from "#web/ui/editing/editor-form.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { useAddOnce } from "#web/ui/editing/use-add-once.ts";
import { type RecordForm, useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { Checkbox, CheckboxGroup, Switch } from "#web/ui/elements/choice.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { SimpleGrid, Stack } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";
import { Text } from "#web/ui/elements/text.tsx";

export type PackageNames = Map<string, string>;

export function CouponModal(props: {
  found: CouponRecord | null;
  currency: string;
  packages: PackageNames;
  onClose: () => void;
  onSaved: () => void | Promise<void>;
}) {
  const { found } = props;
  const client = useQueryClient();
  const add = useAddOnce(
    async (body: ReturnType<typeof couponBody>, idempotencyKey) =>
      (await api(addCoupon, { body: { ...body, idempotencyKey } })).body.data,
    { onUnanswered: () => void props.onSaved() },
  );
  const editor = useRecordForm<CouponRecord, CouponValues>({
    record: found,
    valuesOf: couponValues,
    check: useCouponCheck(),
    save: async (values, version, base) => {
      const body = couponBody(values, base);
      if (!found) return add(body);
      return (await api(editCoupon, { params: { id: found.id }, body: { ...body, version } })).body.data;
    },
    store: (saved) => storeEntry(client, listCoupons, saved),
    // A value is a percentage, money or credits by its kind.
    combinable: false,
    onSaved: () => editorToasts.success(found ? "Coupon updated." : "Coupon added."),
    failureTitle: found ? "Failed to update coupon" : "Failed to add coupon",
  });

  return (
    <Modal opened onClose={props.onClose} size="lg" title={found ? "Edit Coupon" : "Add New Coupon"}>
      <EditorForm
        editor={editor}
        subject={found ? `coupon:${found.id}` : undefined}
        submitLabel={found ? "Save Changes" : "Add Coupon"}
        onSaved={props.onSaved}
        onClose={props.onClose}
        onCancel={props.onClose}
      >
        <CouponFields form={editor.form} currency={props.currency} packages={props.packages} />
      </EditorForm>
    </Modal>
  );
}

const kinds: { value: CouponKind; label: string }[] = [
  { value: "percent", label: "Percent off the price" },
  { value: "amount", label: "Amount off the price" },
  { value: "credits", label: "Extra credits" },
];

function CouponFields(props: {
  form: RecordForm<CouponRecord, CouponValues>["form"];
  currency: string;
  packages: PackageNames;
}) {
  const { form, currency, packages } = props;
  const { kind } = form.values;
  const unit = { percent: "%", amount: currency, credits: "credits" }[kind];
  const day = (side: "from" | "until") => ({
    inputMode: "numeric" as const,
    autoComplete: "off",
    placeholder: "dd/mm/yyyy",
    ...form.getInputProps(side),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setFieldValue(side, withSlashes(event.currentTarget.value, form.values[side])),
  });
  return (
    <>
      <TextInput
        label="Code"
        description="What a buyer types, in whatever case."
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps("code")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect label="Gives" data={kinds} {...form.getInputProps("kind")} />
        <TextInput
          label={`Value (${unit})`}
          inputMode="decimal"
          autoComplete="off"
          required
          {...form.getInputProps("value")}
        />
        <TextInput label="From" description="Its day begins at 00:00 UTC." {...day("from")} />
        <TextInput label="Until" description="The whole day counts, in UTC." {...day("until")} />
        <TextInput
          label="Uses in all"
          description={
            <>
              Without limit where blank.
              {isFreeWithoutLimit(form.values) && (
                <Text component="span" display="block" mt={4} inherit c="var(--color-warning)" fw={600}>
                  Nothing is paid at 100 %: whoever makes one account after another gets packages free without
                  end.
                </Text>
              )}
            </>
          }
          inputMode="numeric"
          {...form.getInputProps("maxUses")}
        />
        <TextInput
          label="Uses of a member"
          description="How often one person may use it."
          inputMode="numeric"
          {...form.getInputProps("maxUsesPerMember")}
        />
      </SimpleGrid>
      <FieldCard title="Packages">
        <NativeSelect
          label="Counts for"
          data={[
            { value: "all", label: "All packages" },
            { value: "some", label: "Chosen packages" },
          ]}
          {...form.getInputProps("packages")}
        />
        {form.values.packages === "some" && (
          <CheckboxGroup label="Chosen packages" {...form.getInputProps("packageIds")}>
            <Stack gap="xs" mt="xs">
              {[...new Set([...packages.keys(), ...form.values.packageIds])].map((id) => (
                <Checkbox key={id} value={id} label={packages.get(id) ?? "A package that is archived"} />
              ))}
            </Stack>
          </CheckboxGroup>
        )}
      </FieldCard>
      <Switch label="Active" {...form.getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
