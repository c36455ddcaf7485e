import { Brush } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { createDesign } from "#contract/designs.ts";
import type { GenerationImage } from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import { Problem } from "#web/features/generations/problem.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { useIsHere } from "#web/ui/is-here.ts";

/** Goes to the thumbnail's design: the one that its run made, else a new one. The thumbnail stays as it is. */
export function EditButton({ image }: { image: GenerationImage }) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function edit() {
    if (busy) return;
    if (image.designId) return navigate(`/user/designs/${image.designId}`);
    setBusy(true);
    setProblem(null);
    try {
      const { body } = await api(createDesign, { body: { from: { kind: "picture", id: image.id } } });
      if (isHere()) await navigate(`/user/designs/${body.data.id}`);
    } catch (error) {
      setProblem(`This could not be opened. ${error instanceof Error ? error.message : ""}`.trim());
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <Button
        size="sm"
        px="xs"
        variant="subtle"
        color="gray"
        leftSection={<Brush size={16} aria-hidden />}
        aria-label={`Edit thumbnail ${image.position}`}
        aria-disabled={busy || undefined}
        onClick={edit}
      >
        Edit
      </Button>
      <Problem text={problem} />
    </div>
  );
}
