import { useDeferredValue, useEffect, useRef, useState } from "react";
import { shopCurrencies } from "#contract/money.ts";
import { getPaypalSettings } from "#contract/paypal-settings.ts";
import {
  type ButtonStyles,
  buttonColors,
  buttonLabels,
  buttonLayouts,
  buttonShapes,
  type PaypalMode,
} from "#contract/paypal-settings-form.ts";
import styles from "#web/features/admin-settings/paypal-buttons.module.css";
import {
  type AdminSettings,
  modeNames,
  usePaypalSettings,
} from "#web/features/admin-settings/use-paypal-settings.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EditorForm, FieldCard, SwitchField } from "#web/ui/editing/editor-form.tsx";
import { PanelHeader, RecordPanel, StatusCard } from "#web/ui/editing/panel.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { PasswordInput } from "#web/ui/elements/password-input.tsx";
import { optionsOf } from "#web/ui/options.ts";

export function PaypalSettingsPanel() {
  return (
    <RecordPanel<AdminSettings>
      call={getPaypalSettings}
      loading="Loading PayPal data..."
      failed="Failed to fetch PayPal data"
      failedOffline="Error fetching PayPal data"
    >
      {(record, store) => <PaypalSettingsEditor record={record} store={store} />}
    </RecordPanel>
  );
}

function PaypalSettingsEditor(props: { record: AdminSettings; store: (record: AdminSettings) => void }) {
  const { record } = props;
  const state = usePaypalSettings(record, props.store);
  const { editor, busy, pairChanged } = state;
  const { form } = editor;
  const { values } = form;
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
        failure={state.failure}
        actions={
          <Button variant="default" off={busy} onClick={state.reset}>
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
            onChange={(event) => state.choose(event.currentTarget.value as PaypalMode)}
          />
          <NativeSelect
            label="Currency"
            description="After a change, prices of packages and items and the daily spending limit keep their numbers. Prices of the models stay in the former currency: until you enter them anew in Generator, no call counts for the limit."
            descriptionBelow
            data={[...shopCurrencies]}
            {...input("currency")}
          />
        </Group>
        <FieldCard title={`${modeNames[values.mode]} credentials`}>
          <TextInput label="Client ID" autoComplete="off" {...input("clientId")} />
          <PasswordInput
            label="Client secret"
            description="Left blank or masked, the stored secret stays. It is kept encrypted."
            // "off" would let a password manager fill in the person's own.
            autoComplete="new-password"
            revealLabel="Show the secret"
            {...input("clientSecret")}
          />
          <TextInput
            label="Webhook ID"
            description={`PayPal sends events to ${record.webhookUrl}`}
            autoComplete="off"
            {...input("webhookId")}
          />
          <Group gap="sm">
            <Button variant="default" off={busy} onClick={state.test}>
              Test connection
            </Button>
            <Button variant="default" off={busy} disabled={pairChanged} onClick={state.register}>
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

function pairState({ clientId, clientSecret, webhookId }: AdminSettings["sandbox"]): string {
  if (!clientId && !clientSecret) return "No credentials";
  if (!clientId || !clientSecret) return "Incomplete";
  return webhookId ? "Credentials and webhook" : "Credentials, no webhook";
}

function Choice(props: { label: string; options: readonly string[]; input: object }) {
  return <NativeSelect label={props.label} data={optionsOf(props.options)} {...props.input} />;
}

/**
 * The payment buttons in the chosen style, in an iframe of /admin/paypal-buttons: the only page of the back office
 * whose CSP allows PayPal's script. `saved` changes with each save, since that page reads what is saved.
 */
function ButtonsPreview(props: { styleOf: ButtonStyles; saved: number; enabled: boolean }) {
  const { layout, color, shape, label } = useDeferredValue(props.styleOf);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(220);
  const query = new URLSearchParams({ layout, color, shape, label, saved: String(props.saved) }).toString();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has a frame of its own.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let observer: ResizeObserver | undefined;
    const follow = () => {
      const main = element.contentDocument?.querySelector("main");
      observer?.disconnect();
      if (!main) return;
      observer = new ResizeObserver(() => setHeight(Math.min(800, main.offsetHeight + 4)));
      observer.observe(main);
    };
    element.addEventListener("load", follow);
    follow();
    return () => {
      element.removeEventListener("load", follow);
      observer?.disconnect();
    };
  }, [query]);

  return (
    <FieldCard title="Live preview">
      {!props.enabled && <p>Payments are off: buyers read 'Payment Unavailable' until you enable them.</p>}
      {/* The key: an iframe whose src changes adds an entry to the history, and Back would go through those first. */}
      <iframe
        key={query}
        ref={frame}
        title="PayPal buttons preview"
        className={styles.frame}
        height={height}
        src={`/admin/paypal-buttons?${query}`}
      />
    </FieldCard>
  );
}
