import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { getBrand } from "#contract/brand.ts";
import { api } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import { toasts } from "#web/ui/toasts.tsx";

/** Where the brand has no colour. */
const plain = "#1f2a44";

/** Goes to a new design on a plain colour, the brand's first one where it has any. */
export function NewDesign() {
  const brand = useCall(getBrand, {}).data;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function make() {
    if (busy) return;
    setBusy(true);
    try {
      // What a document may be is a script of its own, for the few who press this.
      const { createDesign } = await import("#contract/designs.ts");
      const from = { kind: "colour", colour: brand?.colours[0] ?? plain } as const;
      const { body } = await api(createDesign, { body: { from } });
      await navigate(`/user/designs/${body.data.id}`);
    } catch (error) {
      toasts.error(`This could not be made. ${error instanceof Error ? error.message : ""}`.trim());
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="default" aria-disabled={busy || undefined} onClick={make}>
      New design
    </Button>
  );
}
