import { NativeSelect, TextInput } from "@mantine/core";
import { countries } from "#contract/countries.ts";
import styles from "#web/features/orders/checkout.module.css";
import type { BillingErrors, BillingFields } from "#web/features/orders/place-order.ts";

const countryOptions = [
  { value: "", label: "Select a country", disabled: true },
  ...countries.map((name) => ({ value: name, label: name })),
];

export function BillingInformation(props: {
  ids: Record<keyof BillingFields, string>;
  email: string;
  fields: BillingFields;
  errors: BillingErrors;
  onChange: (name: keyof BillingFields, value: string) => void;
}) {
  const { ids, fields, errors, onChange } = props;
  return (
    <div className={styles.fields}>
      <TextInput
        id={ids.customerName}
        label="Full Name"
        autoComplete="name"
        maxLength={200}
        required
        value={fields.customerName}
        error={errors.customerName}
        onChange={(event) => onChange("customerName", event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        type="email"
        description="From your account. Your receipt goes to this address."
        value={props.email}
        readOnly
      />
      <TextInput
        id={ids.address}
        label="Address"
        autoComplete="street-address"
        maxLength={500}
        required
        value={fields.address}
        error={errors.address}
        onChange={(event) => onChange("address", event.currentTarget.value)}
      />
      <NativeSelect
        id={ids.country}
        label="Country"
        autoComplete="country-name"
        required
        data={countryOptions}
        value={fields.country}
        error={errors.country}
        onChange={(event) => onChange("country", event.currentTarget.value)}
      />
    </div>
  );
}
