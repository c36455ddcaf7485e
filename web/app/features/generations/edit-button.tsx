import { Brush } from "lucide-react";
import { useNavigate } from "react-router";
import { createDesign } from "#contract/designs.ts";
import type { GenerationImage } from "#contract/generations.ts";
import { api } from "#web/api/client.ts";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { useIsHere } from "#web/ui/is-here.ts";

/** Goes to the thumbnail's design: the one that its run made, else a new one. The thumbnail stays as it is. */
export function EditButton({ image }: { image: GenerationImage }) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { attempt, busy, problem } = useAttempt();

  const edit = () =>
    attempt("This could not be opened.", async () => {
      const id =
        image.designId ??
        (await api(createDesign, { body: { from: { kind: "picture", id: image.id } } })).body.data.id;
      if (isHere()) await navigate(`/user/designs/${id}`);
    });
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
