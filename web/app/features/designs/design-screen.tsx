import { Link } from "react-router";
import type { ApiAnswer } from "#contract/call.ts";
import { getDesign } from "#contract/designs.ts";
import { statusOf } from "#web/api/client.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/designs/editor/design-editor.module.css";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Skeleton } from "#web/ui/elements/waiting.tsx";
import { lateRegion } from "#web/ui/late-region.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Status } from "#web/ui/status.tsx";

export const loadEditor = () => import("#web/features/designs/editor/design-editor.tsx");

/** What the server drew is seen at once; a hand can change it once this is here. */
const DesignEditor = lateRegion(
  async () => (await loadEditor()).DesignEditor,
  "The editor could not be loaded.",
  Loading,
);

/** The editor, or what stands there until the design is here. What is cached from before may be an older version. */
export function DesignScreen({
  id,
  loaded,
}: {
  id: string;
  loaded: ApiAnswer<typeof getDesign> | undefined;
}) {
  const { user } = useViewer();
  const found = useCall(getDesign, { params: { id } }, { enabled: !loaded, staleTime: 0 });
  const design = loaded?.body.data ?? (found.isReadSinceMount ? found.data : undefined);
  if (design) return <DesignEditor key={design.id} design={design} userId={user?._id ?? ""} />;
  if (found.isError) {
    const isGone = statusOf(found.error) === 404;
    const all = (
      <Button component={Link} to="/user/designs" variant="default">
        All designs
      </Button>
    );
    return (
      <>
        <PageHeader title="Design" />
        {isGone ? (
          <ErrorState title="This design is not here." message="It may have been deleted." action={all} />
        ) : (
          <ErrorState
            title="The design could not be loaded."
            message={found.error.message}
            onRetry={found.refetch}
          />
        )}
      </>
    );
  }
  return <Loading />;
}

function Loading() {
  return (
    <div className={css.screen}>
      <h1 className="visually-hidden">Design</h1>
      <Skeleton height={44} width="60%" />
      <div className={css.work}>
        <Skeleton style={{ aspectRatio: "16 / 9", height: "auto" }} />
        <Skeleton height={280} />
      </div>
      <Status className="visually-hidden">Loading...</Status>
    </div>
  );
}
