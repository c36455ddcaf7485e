import { Badge, Button, Group, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { shopCurrencies } from "#contract/money.ts";
import {
  buttonColors,
  buttonLabels,
  buttonLayouts,
  buttonShapes,
  getPaypalSettings,
  type PaypalMode,
  paypalSettingsInput,
  putPaypalSettings,
  registerPaypalWebhook,
  resetPaypalSettings,
  testPaypalSettings,
} from "#contract/paypal-settings.ts";
import { api } from "#web/api/client.ts";
import { ButtonsPreview } from "#web/features/paypal-settings/buttons-preview.tsx";
import {
  type AdminSettings,
  formOf,
  pairState,
  type SettingsForm,
} from "#web/features/paypal-settings/settings-form.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useMutationState } from "#web/ui/editing/actions.tsx";
import { EditorForm, FieldCard, SwitchField } from "#web/ui/editing/editor-form.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { PanelHeader, StatusCard } from "#web/ui/editing/panel.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";

const modeNames: Record<PaypalMode, string> = { sandbox: "Sandbox", live: "Live" };

export function PaypalSettingsEditor(props: {
  record: AdminSettings;
  store: (record: AdminSettings) => void;
}) {
  const { record, store } = props;
  const confirm = useConfirm();
  const actions = useMutationState(() => editor.setFailure(null));
  const editor = useRecordForm<AdminSettings, SettingsForm>({
    record,
    valuesOf: (settings) => formOf(settings!),
    schema: paypalSettingsInput,
    save: async (body, version) =>
      (await api(putPaypalSettings, { body: { ...body, version } })).body.data as AdminSettings,
    store,
    onSaved() {
      actions.setFailure(null);
      editorToasts.success("PayPal settings updated successfully");
    },
    // The mode says whose credentials the fields hold.
    combinable: false,
    failureTitle: "Failed to update PayPal settings",
    offlineTitle: "Error updating PayPal settings",
  });
  const { form } = editor;
  const { values } = form;
  // Not what was fetched since: the fields belong to the state that was opened, whose version is sent.
  const opened = editor.base ?? record;
  const stored = opened[values.mode];
  const pairChanged =
    values.clientId !== stored.clientId ||
    values.clientSecret !== stored.clientSecret ||
    values.webhookId !== stored.webhookId;

  /** Each mode keeps its own pair, so the fields follow the mode. */
  async function choose(mode: PaypalMode) {
    if (mode === values.mode) return;
    const sure =
      !pairChanged ||
      (await confirm({
        title: `Leave the ${modeNames[values.mode]} credentials unsaved?`,
        message: "What you typed for this mode will be lost. Save first to keep it.",
        confirmLabel: "Leave unsaved",
        cancelLabel: "Stay",
      }));
    if (sure) form.setValues({ ...formOf(opened, mode), ...kept(values), mode });
  }

  async function reload() {
    const next = (await api(getPaypalSettings, {})).body.data as AdminSettings;
    store(next);
    editor.adoptFields(next, next[values.mode]);
  }

  const test = () =>
    actions.run(async () => {
      const { mode, clientId, clientSecret } = values;
      const { body } = await api(testPaypalSettings, { body: { mode, clientId, clientSecret } });
      editorToasts.success(body.message ?? "PayPal accepts these credentials.");
    }, "The test failed.");

  const register = () =>
    actions.run(async () => {
      const { body } = await api(registerPaypalWebhook, { body: { mode: values.mode } });
      await reload();
      editorToasts.success(body.message ?? "Webhook registered.");
    }, "The webhook could not be registered.");

  async function reset() {
    const sure = await confirm({
      title: "Reset the PayPal settings?",
      message: (
        <>
          <p>Are you sure you want to reset all PayPal settings to default?</p>
          <p>Both modes' credentials are deleted, and nobody can pay until new ones are saved.</p>
        </>
      ),
      confirmLabel: "Reset all settings",
    });
    if (!sure) return;
    await actions.run(async () => {
      const next = (await api(resetPaypalSettings, {})).body.data as AdminSettings;
      store(next);
      editor.adopt(next);
      editorToasts.success("PayPal settings reset successfully");
    }, "Failed to reset PayPal settings");
  }

  const busy = editor.busy || actions.busy;
  const input = (name: string) => form.getInputProps(name);
  return (
    <>
      <PanelHeader
        title="Paypal Setup"
        description="How people pay. Sandbox and live keep credentials each."
      />
      <StatusCard
        title="PayPal status"
        facts={[
          {
            label: "Payments",
            value: (
              <Badge color={record.enablePayPal ? "green" : "gray"}>
                {record.enablePayPal ? "Enabled" : "Disabled"}
              </Badge>
            ),
          },
          { label: "Mode in use", value: modeNames[record.mode] },
          { label: "Sandbox", value: pairState(record.sandbox) },
          { label: "Live", value: pairState(record.live) },
        ]}
      />
      <EditorForm
        editor={editor}
        subject="paypal-settings"
        submitLabel="Save Settings"
        failure={editor.failure ?? actions.failure}
        actions={
          <Button variant="default" disabled={busy} onClick={reset}>
            Reset to Default
          </Button>
        }
      >
        <SwitchField
          label="Enable PayPal"
          description="Refused without credentials of the mode in use."
          input={form.getInputProps("enablePayPal", { type: "checkbox" })}
        />
        <Group grow align="start">
          <NativeSelect
            label="Mode"
            data={Object.entries(modeNames).map(([value, label]) => ({ value, label }))}
            value={values.mode}
            onChange={(event) => choose(event.currentTarget.value as PaypalMode)}
          />
          <NativeSelect label="Currency" data={[...shopCurrencies]} {...input("currency")} />
        </Group>
        <FieldCard title={`${modeNames[values.mode]} credentials`}>
          <TextInput label="Client ID" autoComplete="off" {...input("clientId")} />
          <PasswordInput
            label="Client secret"
            description="Left blank or masked, the stored secret stays. It is kept encrypted."
            autoComplete="off"
            visibilityToggleButtonProps={{
              "aria-label": "Show the secret",
              "aria-hidden": false,
              tabIndex: 0,
            }}
            {...input("clientSecret")}
          />
          <TextInput
            label="Webhook ID"
            description={`PayPal sends events to ${record.webhookUrl}`}
            autoComplete="off"
            {...input("webhookId")}
          />
          <Group gap="sm">
            <Button variant="default" disabled={busy} onClick={test}>
              Test connection
            </Button>
            <Button variant="default" disabled={busy || pairChanged} onClick={register}>
              Register webhook
            </Button>
          </Group>
          {pairChanged && <p>Save the credentials before you register the webhook.</p>}
        </FieldCard>
        <FieldCard title="Button style">
          <Choice label="Layout" options={buttonLayouts} input={input("buttonStyles.layout")} />
          <Choice label="Color" options={buttonColors} input={input("buttonStyles.color")} />
          <Choice label="Shape" options={buttonShapes} input={input("buttonStyles.shape")} />
          <Choice label="Label" options={buttonLabels} input={input("buttonStyles.label")} />
        </FieldCard>
        <ButtonsPreview styleOf={values.buttonStyles} saved={record.version} enabled={record.enablePayPal} />
      </EditorForm>
    </>
  );
}

/** What does not belong to a mode, and so outlives a change of it. */
function kept({ enablePayPal, currency, buttonStyles }: SettingsForm) {
  return { enablePayPal, currency, buttonStyles };
}

function Choice(props: { label: string; options: readonly string[]; input: object }) {
  return <NativeSelect label={props.label} data={[...props.options]} {...props.input} />;
}
