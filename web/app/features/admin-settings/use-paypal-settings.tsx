import type { z } from "zod";
import {
  getPaypalSettings,
  type PaypalSettingsRecord,
  putPaypalSettings,
  registerPaypalWebhook,
  resetPaypalSettings,
  testPaypalSettings,
} from "#contract/paypal-settings.ts";
import { type PaypalMode, paypalSettingsInput } from "#contract/paypal-settings-form.ts";
import { api } from "#web/api/client.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useActions } from "#web/ui/editing/actions.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";

/** The settings as an admin gets them: the fields that visitors lack are there. */
export type AdminSettings = PaypalSettingsRecord &
  Required<Pick<PaypalSettingsRecord, "mode" | "sandbox" | "live" | "version" | "webhookUrl">>;

type SettingsForm = Required<
  Pick<
    z.output<typeof paypalSettingsInput>,
    "enablePayPal" | "mode" | "clientId" | "clientSecret" | "webhookId" | "currency"
  >
> & { buttonStyles: PaypalSettingsRecord["buttonStyles"] };

/** The form over the settings, with the pair of the given mode. */
function formOf(record: AdminSettings, mode: PaypalMode = record.mode): SettingsForm {
  const { enablePayPal, currency, buttonStyles } = record;
  return { enablePayPal, mode, currency, buttonStyles, ...record[mode] };
}

export const modeNames: Record<PaypalMode, string> = { sandbox: "Sandbox", live: "Live" };

/** The form, and what can be done beside it: test the credentials, register the webhook, reset. */
export function usePaypalSettings(record: AdminSettings, store: (record: AdminSettings) => void) {
  const confirm = useConfirm();
  // Of the viewer is the currency that every other screen names.
  const { refresh } = useViewer();
  const actions = useActions({ onRun: () => editor.setFailure(null) });
  const editor = useRecordForm<AdminSettings, SettingsForm>({
    record,
    valuesOf: (settings) => formOf(settings!),
    check: checkBy(paypalSettingsInput),
    save: async (body, version) =>
      (await api(putPaypalSettings, { body: { ...body, version } })).body.data as AdminSettings,
    store,
    onSaved() {
      actions.setFailure(null);
      refresh();
      editorToasts.success("PayPal settings updated successfully");
    },
    // The mode tells which pair of credentials the fields hold.
    combinable: false,
    overwrites: (settings, { mode }) => ({ ...formOf(settings, mode), mode: settings.mode }),
    failureTitle: "Failed to update PayPal settings",
    offlineTitle: "Error updating PayPal settings",
  });
  const { form } = editor;
  const { values } = form;
  // Not `record`, which may have been fetched since: the fields and the version sent belong to the form's base.
  const opened = editor.base ?? record;
  const stored = opened[values.mode];
  const pairChanged = !isPair(values, stored);

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

  /** Takes the mode's pair over, unless the fields hold another one by now. */
  async function reload({ mode }: SettingsForm) {
    const next = (await api(getPaypalSettings, {})).body.data as AdminSettings;
    store(next);
    const now = form.getValues();
    if (now.mode === mode && isPair(now, stored)) editor.adoptFields(next, next[mode]);
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
      await reload(values);
      editorToasts.success(body.message ?? "Webhook registered.");
    }, "The webhook could not be registered.");

  async function reset() {
    const sure = await confirm({
      title: "Reset the PayPal settings?",
      message: (
        <>
          <p>Are you sure you want to reset all PayPal settings to default?</p>
          <p>Both modes' credentials are deleted, and nobody can pay until new ones are saved.</p>
          {opened.currency !== "USD" && (
            <p>
              The currency goes from {opened.currency} back to USD, with all that its field tells of a change.
            </p>
          )}
        </>
      ),
      confirmLabel: "Reset all settings",
    });
    if (!sure) return;
    await actions.run(async () => {
      const before = form.getValues();
      const next = (await api(resetPaypalSettings, {})).body.data as AdminSettings;
      store(next);
      editor.adopt(next, before);
      refresh();
      editorToasts.success("PayPal settings reset successfully");
    }, "Failed to reset PayPal settings");
  }

  return {
    editor,
    choose,
    test,
    register,
    reset,
    pairChanged,
    busy: editor.busy || actions.busy,
    failure: editor.failure ?? actions.failure,
  };
}

type Pair = Pick<SettingsForm, "clientId" | "clientSecret" | "webhookId">;

const isPair = (one: Pair, other: Pair) =>
  one.clientId === other.clientId &&
  one.clientSecret === other.clientSecret &&
  one.webhookId === other.webhookId;

/** The fields that a change of mode keeps. */
function kept({ enablePayPal, currency, buttonStyles }: SettingsForm) {
  return { enablePayPal, currency, buttonStyles };
}
