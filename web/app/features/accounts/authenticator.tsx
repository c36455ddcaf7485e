import { useMemo } from "react";
import { encode } from "uqr";
import { verifyTotp } from "#contract/identity.ts";
import { api } from "#web/api/client.ts";
import { OneFieldForm } from "#web/features/accounts/one-field-form.tsx";
import styles from "#web/features/accounts/profile.module.css";
import { factorProblem } from "#web/features/shell/prove.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { useCopy } from "#web/ui/use-copy.ts";

/** The picture that an authenticator is shown, the same as text, and a field for its first code. */
export default function Authenticator(props: {
  uri: string;
  /** Holds a person back until the answer is there, with which the backup codes are shown. */
  awaitCodes: <T>(answer: Promise<T>) => Promise<T>;
  onDone: () => void;
  onCancel: () => void;
}) {
  const secret = new URL(props.uri).searchParams.get("secret") ?? "";
  return (
    <>
      <div className={styles.enrol}>
        <QrCode text={props.uri} />
        <div>
          <Text>Scan this with an authenticator on your phone, or type the key into it:</Text>
          <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
          <ForThisDevice uri={props.uri} secret={secret} />
        </div>
      </div>
      <OneFieldForm
        check={(code) => (code.trim() ? null : "Please enter the six digits that it shows")}
        onSend={(code) => props.awaitCodes(api(verifyTotp, { body: { code } })).then(props.onDone)}
        problemOf={factorProblem}
        submit="Turn it on"
        onCancel={props.onCancel}
      >
        {(field) => (
          <TextInput
            label="Code"
            description="The six digits that it shows now."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            {...field}
          />
        )}
      </OneFieldForm>
    </>
  );
}

/** Nobody can scan the screen of the phone that they hold. */
function ForThisDevice({ uri, secret }: { uri: string; secret: string }) {
  const { copied, copy } = useCopy(secret);
  return (
    <Group gap="sm" mt="sm">
      <Button component="a" href={uri} variant="default" size="sm">
        Open in an authenticator
      </Button>
      <Button variant="default" size="sm" onClick={() => void copy()}>
        {copied ? "Copied" : "Copy the key"}
      </Button>
      {copied === false && (
        <Text role="alert" c="red" size="sm">
          The key could not be copied. Please mark it and copy it by hand.
        </Text>
      )}
    </Group>
  );
}

/** Dark on light in both schemes: scanners expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 3 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#10201f" shapeRendering="crispEdges" />
    </svg>
  );
}
