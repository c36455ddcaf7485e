import { useId } from "react";
import { decimalsOf, displayMoney } from "#contract/display-money.ts";
import { generationCostMicros, modelsNamed } from "#contract/generation-cost.ts";
import type { ShopSettings } from "#contract/shop-settings-form.ts";
import { DecimalInput } from "#web/features/admin-settings/decimal-input.tsx";
import { ModelPriceFields } from "#web/features/admin-settings/model-price-fields.tsx";
import { FieldCard } from "#web/ui/editing/editor-form.tsx";
import type { FormValues } from "#web/ui/editing/form-values.ts";
import { fieldId } from "#web/ui/editing/use-record-form.ts";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { displayMicros } from "#web/ui/micros.ts";

/** What the models cost, and how much of it a day. */
export function SpendingFields({ form, currency }: { form: FormValues<ShopSettings>; currency: string }) {
  const zones = useId();
  const values = form.getValues();
  const priced = pricedNow(values, currency);
  const run = generationCostMicros(priced, currency);
  const unpriced = modelsNamed(values).filter(
    (model) => !priced.modelPrices.some((price) => price.model === model && price.currency === currency),
  );
  return (
    <>
      <FieldCard title="Prices of the models">
        <Text size="sm" c="dimmed">
          As your provider's price list says them, in {currency} without tax. Calls that were made keep the
          price of their moment. Leave 'A picture' empty where pictures are charged as tokens; enter 0 for
          what costs nothing.
        </Text>
        <ModelPriceFields form={form} currency={currency} />
        {run !== null && (
          <Text size="sm">
            By these prices one run costs about <strong>{displayMicros(run, currency)}</strong>.
          </Text>
        )}
      </FieldCard>
      <FieldCard title="Spending limit">
        <DecimalInput
          id={fieldId("dailySpendingLimit")}
          label={`Daily limit in ${currency}`}
          description="What the models may cost a day. At 80 % the admins get a mail; once it is reached no run starts until midnight, and those under way end. Empty for no limit."
          placeholder="No limit"
          decimals={decimalsOf(currency)}
          error={form.errors.dailySpendingLimit}
          units={values.dailySpendingLimit === 0 ? null : values.dailySpendingLimit}
          onUnits={(units) => form.setFieldValue("dailySpendingLimit", units ?? 0)}
        />
        {values.dailySpendingLimit > 0 && unpriced.length > 0 && (
          <Text size="sm" c="var(--color-warning)" fw={600}>
            Without a price in {currency} for {unpriced.join(", ")} the limit of{" "}
            {displayMoney(values.dailySpendingLimit, currency)} cannot count those calls.
          </Text>
        )}
        <TextInput
          label="Time zone"
          description="Where your day begins, such as Europe/Berlin."
          list={zones}
          autoComplete="off"
          required
          {...form.getInputProps("timeZone")}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </FieldCard>
    </>
  );
}

/** As if what is typed were saved: the server sets currency and day. */
function pricedNow(values: ShopSettings, currency: string): ShopSettings {
  const entered = values.modelPrices.filter(({ inputMicros, outputMicros }) =>
    [inputMicros, outputMicros].every((micros) => typeof micros === "number" && !Number.isNaN(micros)),
  );
  return {
    ...values,
    modelPrices: entered.map((price) => (price.enteredOn ? price : { ...price, currency })),
  };
}
