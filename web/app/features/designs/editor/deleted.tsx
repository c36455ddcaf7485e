import { useNavigate } from "react-router";
import type { DesignDocument } from "#contract/design-document.ts";
import { createDesign, restoreDesign } from "#contract/designs.ts";
import { api, statusOf } from "#web/api/client.ts";
import css from "#web/features/designs/editor/design-editor.module.css";
import type { useAutosave } from "#web/features/designs/editor/use-autosave.ts";
import { Problem, useAttempt } from "#web/ui/attempt.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { useIsHere } from "#web/ui/is-here.ts";

/** The design was deleted elsewhere while it is worked on here: both come back, what was kept and what was not. */
export function Deleted(props: {
  design: { id: string; name: string };
  document: DesignDocument;
  save: ReturnType<typeof useAutosave>;
}) {
  const { design, document, save } = props;
  const { attempt, busy, problem } = useAttempt();
  const navigate = useNavigate();
  const isHere = useIsHere();

  const bringBack = () =>
    attempt("This could not be brought back.", async () => {
      try {
        await api(restoreDesign, { params: { id: design.id } });
        await save.flush();
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        await makeAnew();
      }
    });

  /** Its versions are gone by now. */
  async function makeAnew() {
    const { body } = await api(createDesign, { body: { name: design.name, document } });
    save.forget();
    if (isHere()) await navigate(`/user/designs/${body.data.id}`, { replace: true });
  }
  return (
    <>
      <p className={css.warning} role="alert">
        It was deleted elsewhere. What you have here is kept on this device.{" "}
        <Button size="compact-sm" variant="subtle" loading={busy} onClick={bringBack}>
          Bring it back
        </Button>
      </p>
      <Problem text={problem} />
    </>
  );
}
