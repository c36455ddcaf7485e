import { getShopSettings, updateShopSettings } from "#contract/shop-settings.ts";
import { mostRunsAtOnce, type ShopSettings, shopSettings } from "#contract/shop-settings-form.ts";
import { api } from "#web/api/client.ts";
import { SpendingFields } from "#web/features/admin-settings/spending-fields.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { EditorForm, FieldCard, SwitchField } from "#web/ui/editing/editor-form.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { PanelHeader, RecordPanel } from "#web/ui/editing/panel.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { NativeSelect, Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { NumberInput } from "#web/ui/elements/number-input.tsx";
import { Text } from "#web/ui/elements/text.tsx";

export function ShopSettingsPanel() {
  return (
    <RecordPanel<AdminShopSettings>
      call={getShopSettings}
      loading="Loading settings..."
      failed="Failed to fetch generator settings"
    >
      {(record, store) => <ShopSettingsEditor record={record} store={store} />}
    </RecordPanel>
  );
}

type AdminShopSettings = ShopSettings & { version: number };

function valuesOf(record: AdminShopSettings | null): ShopSettings {
  const { version: _, ...values } = record!;
  return values;
}

/** An emptied field stays empty until it is left. */
function toPercent(basisPoints: number | ""): number | "" {
  return basisPoints === "" ? "" : basisPoints / 100;
}

/** What the generator asks for and costs, and the few settings of the whole shop. */
function ShopSettingsEditor(props: {
  record: AdminShopSettings;
  store: (record: AdminShopSettings) => void;
}) {
  const editor = useRecordForm<AdminShopSettings, ShopSettings>({
    record: props.record,
    valuesOf,
    check: checkBy(shopSettings),
    save: async (body, version) => {
      const { data } = (await api(updateShopSettings, { body: { ...body, version } })).body;
      return data as AdminShopSettings;
    },
    store: props.store,
    onSaved: () => editorToasts.success("Generator settings updated successfully!"),
    failureTitle: "Failed to update generator settings",
  });
  const { form } = editor;
  const { currency } = useViewer().shop;
  const number = (name: keyof ShopSettings, min = 0, max = Infinity) => ({
    min,
    max,
    required: true,
    ...form.getInputProps(name),
  });
  const whole = (...of: Parameters<typeof number>) => ({ ...number(...of), allowDecimal: false });
  return (
    <>
      <PanelHeader
        title="Generator"
        description="Models, cost and limits of a run, and settings of the shop."
      />
      <EditorForm editor={editor} subject="shop-settings">
        <FieldCard title="Models">
          <TextInput
            label="Image model"
            description="Draws the thumbnails. Google retires models every few months."
            required
            {...form.getInputProps("imageModel")}
          />
          <TextInput
            label="Text model"
            description="Improves prompts, and reads what was lettered."
            required
            {...form.getInputProps("textModel")}
          />
          <TextInput
            label="Second model for pictures"
            description="Takes over while the image model is gone from the list of Google. Empty for none."
            {...form.getInputProps("secondImageModel")}
          />
          <TextInput
            label="Second model for texts"
            description="Takes over likewise. Empty for none."
            {...form.getInputProps("secondTextModel")}
          />
        </FieldCard>
        <SpendingFields form={form} currency={currency} />
        <FieldCard title="Words">
          <NativeSelect
            label="Words on a thumbnail"
            description="What a run does with its title where the person chooses nothing else."
            data={[
              { value: "drawn", label: "Drawn into the picture by the model" },
              { value: "text", label: "Set as text by the shop, editable" },
              { value: "none", label: "None, art alone" },
            ]}
            {...form.getInputProps("wordsDefault")}
          />
          <SwitchField
            label="Check the spelling of drawn words"
            description="The text model reads each thumbnail, two calls a run. A misspelt one gets one new take without a credit."
            input={form.getInputProps("spellingCheck", { type: "checkbox" })}
          />
        </FieldCard>
        <FieldCard title="Credits">
          <NumberInput
            label="Cost of a run"
            description="Credits that one run takes."
            {...whole("cost", 1, 1000)}
          />
          <NumberInput
            label="Minimum balance"
            description={
              <>
                Credits that a person must have to start one.
                <UnspentWarning {...form.getValues()} />
              </>
            }
            {...whole("minimumBalance", 1)}
          />
          <NumberInput
            label="Sign-up gift"
            description="Credits that a new account starts with, five accounts a day from one address."
            {...whole("signUpGift")}
          />
          <NumberInput label="Show 'Buy More' below" {...whole("buyMoreBelow")} />
          <NumberInput label="Show 'Buy Credits' at or below" {...whole("buyCreditsBelow")} />
          <NumberInput
            label="Runs at once"
            description="Runs that one person may have under way."
            {...whole("runsAtOnce", 1, mostRunsAtOnce)}
          />
          <NumberInput
            label="Daily cap"
            description="Runs that one person may start in 24 hours; 0 sets no cap."
            {...whole("dailyCap")}
          />
          <NumberInput
            label="Daily cap on enhanced prompts"
            description="Prompts that one person may have enhanced in 24 hours, which costs no credit; 0 sets no cap."
            {...whole("enhanceDailyCap")}
          />
        </FieldCard>
        <FieldCard title="Shop">
          <TextInput
            label="Shop name"
            description="In titles, mails and receipts. What pages show beside or in place of the logo is the logo text, under Logo Update."
            required
            {...form.getInputProps("shopName")}
          />
          <NumberInput
            label="Processing fee in percent"
            description="Of a package's or item's price, added at the checkout."
            decimalScale={2}
            {...number("processingFeePercent", 0, 100)}
          />
          <SwitchField
            label="One text for an unknown e-mail and a wrong password"
            description="At sign-in; then nobody can find out who has an account."
            input={form.getInputProps("oneSignInText", { type: "checkbox" })}
          />
          <SwitchField
            label="Staff must have a second factor"
            description="The back office opens to whoever signs in by an authenticator's code as well. Whoever has none is led to set one up, you too."
            input={form.getInputProps("staffFactorRequired", { type: "checkbox" })}
          />
        </FieldCard>
        <FieldCard title="Receipts">
          <TextInput
            label="Seller"
            description="The company or person that sells. Receipts that are paid already keep what stood here then."
            {...form.getInputProps("sellerName")}
          />
          <Textarea label="Seller's address" minRows={3} {...form.getInputProps("sellerAddress")} />
          <TextInput label="VAT ID" {...form.getInputProps("sellerVatId")} />
          <NumberInput
            label="VAT in percent"
            description="Included in the prices. Receipts show net and tax; 0 shows neither."
            decimalScale={2}
            {...number("taxBasisPoints", 0, 50)}
            value={toPercent(form.getValues().taxBasisPoints)}
            onChange={(percent) =>
              form.setFieldValue(
                "taxBasisPoints",
                percent === "" ? (percent as never) : Math.round(Number(percent) * 100),
              )
            }
          />
          <Textarea
            label="Note at the foot"
            description="What a law asks you to say, such as why no tax is shown."
            minRows={2}
            {...form.getInputProps("sellerNote")}
          />
        </FieldCard>
      </EditorForm>
    </>
  );
}

/** A minimum above the cost keeps a remainder from being spent, and makes a promise of so many runs untrue. */
function UnspentWarning({ cost, minimumBalance }: ShopSettings) {
  const unspent = minimumBalance - cost;
  if (!(unspent > 0)) return null;
  return (
    <Text component="span" display="block" mt={4} inherit c="var(--color-warning)" fw={600}>
      Above the cost of a run: the last {unspent === 1 ? "credit" : `${unspent} credits`} of every balance
      can't be spent until the next top-up.
    </Text>
  );
}
