import { useEffect, useRef, useState } from "react";
import { onProofNeeded } from "#web/api/client.ts";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { useOnceLeft } from "#web/ui/place.ts";
import { usePart } from "#web/ui/use-part.ts";

const loadDialog = () => import("#web/features/shell/proof-dialog.tsx");

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
  function end(isProven: boolean) {
    setAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProven);
  }
  // A yes would do what is no longer in sight.
  useOnceLeft(() => end(false));
  return isAsking && <Question onEnd={end} />;
}

/** Where its script does not come, whoever waits is refused once that was read: what was typed for it stays. */
function Question({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const { part, failure } = usePart(loadDialog);
  if (failure) return <NotLoaded title="Is it still you?" failure={failure} onClose={() => onEnd(false)} />;
  return part && <part.default onEnd={onEnd} />;
}
