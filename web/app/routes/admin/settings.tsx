import type { LucideIcon } from "lucide-react";
import { ChevronDown } from "lucide-react";
import { memo, type ReactNode, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { MediaProvider } from "#web/features/media/media-provider.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PanelLoading } from "#web/ui/editing/panel.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/settings";
import styles from "./settings/menu.module.css";
import { hiddenPanels, panels } from "./settings/panels.tsx";

export function meta(args: Route.MetaArgs) {
  const { label } = panelAt(new URLSearchParams(args.location.search));
  return pageTitle(`${label} · Settings`)(args);
}

const panelAt = (params: URLSearchParams) =>
  [...panels, ...hiddenPanels].find(({ key }) => key === params.get("panel")) ?? panels[0]!;

/** The settings: a menu on the left, and the panel that `?panel=` names. */
export default function Settings() {
  const [params] = useSearchParams();
  const { user } = useViewer();
  const panel = panelAt(params);
  return (
    <MediaProvider>
      <PageHeader title="Settings" />
      <PanelMenu
        person={user && { name: user.userName, email: user.userEmail, picture: user.profileURL }}
        entries={panels}
        current={panel.key}
      >
        <Pane key={panel.key} panel={panel} />
      </PanelMenu>
    </MediaProvider>
  );
}

/** Rendered anew while its scripts are on their way, it would take the rest of the screen along in one long task. */
const Pane = memo(function Pane({ panel: { label, Panel } }: { panel: (typeof panels)[number] }) {
  return (
    <Suspense fallback={<PanelLoading label={`Loading ${label}...`} />}>
      <Panel />
    </Suspense>
  );
});

type PanelEntry = { key: string; label: string; icon: LucideIcon };

/** A left menu whose entries switch the pane by `?panel=`, under the signed-in person; it folds on a phone. */
function PanelMenu(props: {
  person: { name: string; email: string; picture: string | null } | null;
  entries: PanelEntry[];
  current: string;
  children: ReactNode;
}) {
  const { person, entries, current } = props;
  const [open, setOpen] = useState(false);
  const at = person?.email.indexOf("@") ?? 0;
  const label = entries.find(({ key }) => key === current)?.label ?? "Menu";
  return (
    <div className={styles.screen}>
      <aside>
        {person && (
          <div className={styles.person}>
            <ImageWithFallback
              src={person.picture}
              sizes="4rem"
              alt=""
              ratio={1}
              className={styles.avatar}
              fallback={
                <span className={styles.avatar} aria-hidden="true">
                  {[...person.name][0]?.toUpperCase()}
                </span>
              }
            />
            <div className={styles.who}>
              <p className={styles.name}>{person.name}</p>
              <p className={styles.email}>
                {person.email.slice(0, at)}
                <wbr />
                {person.email.slice(at)}
              </p>
            </div>
          </div>
        )}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="settings-menu"
          onClick={() => setOpen(!open)}
        >
          {label}
          <ChevronDown size={18} aria-hidden className={styles.chevron} />
        </button>
        <nav aria-label="Settings" id="settings-menu" className={styles.nav} data-open={open || undefined}>
          <ul className={styles.list}>
            {entries.map(({ key, label: name, icon: Icon }) => (
              <li key={key}>
                <Link
                  to={`?panel=${key}`}
                  className={styles.entry}
                  aria-current={key === current ? "page" : undefined}
                  onClick={() => setOpen(false)}
                >
                  <Icon size={18} aria-hidden />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className={styles.pane}>{props.children}</div>
    </div>
  );
}
