import { Button, Code, Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useMemo, useState } from "react";
import { encode } from "uqr";
import { verifyTotp } from "#contract/identity.ts";
import { ApiError, api } from "#web/api/client.ts";
import styles from "#web/features/accounts/profile.module.css";

/** The picture that an authenticator is shown, the same as text, and a field for its first code. */
export default function Authenticator(props: { uri: string; onDone: () => void; onCancel: () => void }) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const secret = new URL(props.uri).searchParams.get("secret") ?? "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!code.trim()) return setError("Please enter the six digits that it shows");
    setBusy(true);
    setError(null);
    try {
      await api(verifyTotp, { body: { code } });
      props.onDone();
    } catch (refused) {
      setError(refused instanceof ApiError ? refused.message : "This did not work. Please try again.");
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={submit} className={styles.factor}>
      <div className={styles.enrol}>
        <QrCode text={props.uri} />
        <div>
          <Text>Scan this with an authenticator on your phone, or type the key into it:</Text>
          <Code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</Code>
        </div>
      </div>
      <TextInput
        label="Code"
        description="The six digits that it shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
        value={code}
        error={error}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          Turn it on
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
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
