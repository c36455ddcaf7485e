import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { MediaProvider } from "#web/features/media/media-provider.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PanelLoading } from "#web/ui/editing/panel.tsx";
import { PanelMenu } from "#web/ui/editing/panel-menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { hiddenPanels, panels } from "./settings/panels.tsx";

export const meta = pageTitle("Settings");

/** The settings: a menu on the left, and the panel that `?panel=` names. */
export default function Settings() {
  const [params] = useSearchParams();
  const { user } = useViewer();
  const wanted = params.get("panel");
  const panel = [...panels, ...hiddenPanels].find(({ key }) => key === wanted) ?? panels[0]!;
  const Panel = panel.Panel;
  return (
    <MediaProvider>
      <PageHeader title="Settings" />
      <PanelMenu
        person={user && { name: user.userName, email: user.userEmail, picture: user.profileURL }}
        entries={panels}
        current={panel.key}
      >
        <Suspense key={panel.key} fallback={<PanelLoading label={`Loading ${panel.label}...`} />}>
          <Panel />
        </Suspense>
      </PanelMenu>
    </MediaProvider>
  );
}
