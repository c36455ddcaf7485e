import { useState } from "react";
import { Link } from "react-router";
import { factorProblem, proveByPasskey } from "#web/features/shell/prove.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Text } from "#web/ui/elements/text.tsx";

/** What keeps the back office shut, for whoever was led here by it. */
export function FactorOwed(props: { owes: boolean; hasPasskey: boolean; onProven: () => Promise<unknown> }) {
  const [error, setError] = useState<string | null>(null);
  async function prove() {
    setError(null);
    try {
      await proveByPasskey();
      await props.onProven();
    } catch (refused) {
      setError(factorProblem(refused));
    }
  }
  if (!props.owes)
    return (
      <Alert color="green" role="status">
        The back office is open to you now. <Link to="/admin">Go there</Link>
      </Alert>
    );
  if (!props.hasPasskey)
    return (
      <Alert color="primary" role="status">
        The back office opens once you have set this up, or added a passkey below: the shop asks it of
        everyone on its staff.
      </Alert>
    );
  return (
    <Alert color="primary" role="status">
      <Text mb="sm">
        The back office opens once you have used a passkey: your password alone is not enough.
      </Text>
      <Button onClick={() => void prove()}>Use a passkey</Button>
      {error && (
        <Text role="alert" mt="sm">
          {error}
        </Text>
      )}
    </Alert>
  );
}
