import type { LucideIcon } from "lucide-react";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import styles from "#web/ui/editing/panel-menu.module.css";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

type PanelEntry = { key: string; label: string; icon: LucideIcon };

/** A left menu whose entries switch the pane by `?panel=`, under the signed-in person; it folds on a phone. */
export function PanelMenu(props: {
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
      <aside className={styles.side}>
        {person && (
          <div className={styles.person}>
            <ImageWithFallback
              src={person.picture}
              alt=""
              ratio={1}
              className={styles.avatar}
              fallback={
                <span className={styles.avatar} aria-hidden="true">
                  {person.name.slice(0, 1).toUpperCase()}
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
