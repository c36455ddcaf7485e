import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { onProofNeeded } from "#web/api/client.ts";

const ProofDialog = lazy(() => import("#web/features/shell/proof-dialog.tsx"));

/** Asks for the password where a call takes a proof of who sits there. Calls that need one meanwhile share the answer. */
export function ProofGate() {
  const [isAsking, setAsking] = useState(false);
  const waiting = useRef<((isProven: boolean) => void)[]>([]);
  useEffect(
    () =>
      onProofNeeded(() => {
        setAsking(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  if (!isAsking) return null;
  return (
    <Suspense>
      <ProofDialog
        onEnd={(isProven) => {
          setAsking(false);
          for (const resolve of waiting.current.splice(0)) resolve(isProven);
        }}
      />
    </Suspense>
  );
}
