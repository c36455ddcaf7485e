import { modelsNamed } from "#contract/generation-cost.ts";
import type { ModelPrice } from "#contract/model-prices.ts";
import type { ShopSettings } from "#contract/shop-settings-form.ts";
import { DecimalInput } from "#web/features/admin-settings/decimal-input.tsx";
import styles from "#web/features/admin-settings/model-prices.module.css";
import type { FormValues } from "#web/ui/editing/form-values.ts";
import { fieldId } from "#web/ui/editing/use-record-form.ts";
import { Text } from "#web/ui/elements/text.tsx";

/** Of a currency's unit: prices are kept in millionths. */
const decimals = 6;

/** What each model that the form names takes. A model whose fields are all empty has no price. */
export function ModelPriceFields(props: { form: FormValues<ShopSettings>; currency: string }) {
  const { form, currency } = props;
  const values = form.getValues();
  const { modelPrices } = values;
  const draws = new Set([values.imageModel.trim(), values.secondImageModel.trim()]);

  function change(model: string, part: Partial<ModelPrice>) {
    const stored = modelPrices.find((one) => one.model === model) ?? emptyPrice(model);
    // The server stamps what has no currency; one of another is entered anew by typing, whatever the number.
    const next = { ...stored, ...(stored.currency === currency ? {} : unstamped), ...part };
    const others = modelPrices.filter((one) => one.model !== model);
    const kept = isEmpty(next) ? others : [...others, next];
    // In the order of their names, so that what was typed and taken back is no change.
    form.setFieldValue(
      "modelPrices",
      kept.toSorted((a, b) => a.model.localeCompare(b.model)),
    );
  }

  return (
    <>
      {modelsNamed(values).map((model) => {
        const at = modelPrices.findIndex((one) => one.model === model);
        const price = modelPrices[at];
        const field = (name: PriceName, label: string) => (
          <DecimalInput
            id={fieldId(`modelPrices.${at < 0 ? model : at}.${name}`)}
            label={label}
            decimals={decimals}
            error={at < 0 ? undefined : form.errors[`modelPrices.${at}.${name}`]}
            units={price?.[name] ?? null}
            onUnits={(units) => change(model, { [name]: units })}
          />
        );
        return (
          <fieldset key={model} className={styles.model}>
            <legend className={styles.name}>{model}</legend>
            <div className={styles.fields}>
              {draws.has(model) && field("pictureMicros", "A picture")}
              {field("inputMicros", "A million tokens in")}
              {field("outputMicros", "A million tokens out")}
            </div>
            <Text size="sm" c="dimmed">
              {enteredText(price, currency)}
            </Text>
          </fieldset>
        );
      })}
      {form.errors.modelPrices && (
        <Text role="alert" size="sm" c="red">
          {form.errors.modelPrices}
        </Text>
      )}
    </>
  );
}

function enteredText(price: ModelPrice | undefined, currency: string): string {
  if (!price) return "No price entered: what this model costs is unknown.";
  if (!price.enteredOn) return `In ${currency}, not saved yet.`;
  if (price.currency !== currency)
    return `Entered in ${price.currency}, which the shop no longer charges in. Please enter it anew.`;
  return `In ${currency}, entered on ${price.enteredOn.split("-").reverse().join("/")}.`;
}

const unstamped = { currency: "", enteredOn: "" };

type PriceName = "pictureMicros" | "inputMicros" | "outputMicros";

/** What stays null of tokens is refused by the schema, with a sentence at the field. */
function emptyPrice(model: string): ModelPrice {
  const missing = null as never;
  return {
    model,
    pictureMicros: null,
    inputMicros: missing,
    outputMicros: missing,
    ...unstamped,
  };
}

function isEmpty({ pictureMicros, inputMicros, outputMicros }: ModelPrice): boolean {
  return [pictureMicros, inputMicros, outputMicros].every((micros) => micros === null);
}
