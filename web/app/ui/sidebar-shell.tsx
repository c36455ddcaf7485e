import { Drawer, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ArrowUpRight, LogOut, type LucideIcon, Menu, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, type LinkProps, NavLink, useLocation } from "react-router";
import { writeCookie } from "#web/ui/color-scheme.ts";
import { ColorSchemeToggle } from "#web/ui/color-scheme-toggle.tsx";
import styles from "#web/ui/sidebar-shell.module.css";

/** The cookie that keeps whether the sidebar is collapsed: "collapsed" or "open". */
export const sidebarCookie = "sidebar";

export type SidebarItem = {
  to: string;
  /** Other addresses of the same page. */
  twins?: readonly string[];
  label: string;
  icon: LucideIcon;
  /** Opens in a new tab, and says so. */
  newTab?: boolean;
  /** How many things wait there, such as unread tickets; 0 shows nothing. */
  waiting?: number;
};

/**
 * The frame of the customer area and of the back office: a sidebar that folds to a rail of icons, and below 992 px
 * a top bar with a drawer. `defaultCollapsed` is the server's reading of the cookie (or the area's own default), so
 * that the first render is right. `logo` is drawn twice: whole, and as `mark` on the rail.
 */
export function SidebarShell(props: {
  logo: ReactNode;
  mark: ReactNode;
  /** Read as the logo's link: where it leads. */
  title: string;
  titleHref: string;
  items: SidebarItem[];
  onLogout: () => void;
  defaultCollapsed?: boolean;
  /** Above everything else: the demo's ribbon, a notice. */
  banner?: ReactNode;
  /** Between the menu and the foot: the credits, say. Not shown on the rail. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const [collapsed, setCollapsed] = useState(props.defaultCollapsed ?? false);
  const [drawerOpen, drawer] = useDisclosure(false);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is what closes the drawer.
  useEffect(drawer.close, [pathname]);

  function toggle() {
    setCollapsed(!collapsed);
    writeCookie(sidebarCookie, collapsed ? "open" : "collapsed");
  }

  return (
    <div className={styles.shell} data-collapsed={collapsed || undefined}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {props.banner}

      <header className={styles.topbar}>
        <button
          type="button"
          className={styles.iconButton}
          aria-expanded={drawerOpen}
          aria-haspopup="dialog"
          onClick={drawer.open}
        >
          <Menu size={22} aria-hidden />
          <span className="visually-hidden">Open menu</span>
        </button>
        <Link to={props.titleHref} className={styles.brand} aria-label={props.title}>
          {props.logo}
        </Link>
      </header>

      <aside className={styles.sidebar} aria-label="Sidebar">
        <div className={styles.head}>
          <Link to={props.titleHref} className={styles.brand} aria-label={props.title}>
            {collapsed ? props.mark : props.logo}
          </Link>
          <RailTip label={collapsed ? "Expand sidebar" : "Collapse sidebar"} on={collapsed}>
            <button type="button" className={styles.iconButton} aria-expanded={!collapsed} onClick={toggle}>
              {collapsed ? <PanelLeftOpen size={20} aria-hidden /> : <PanelLeftClose size={20} aria-hidden />}
              <span className="visually-hidden">{collapsed ? "Expand sidebar" : "Collapse sidebar"}</span>
            </button>
          </RailTip>
        </div>
        <MenuEntries items={props.items} collapsed={collapsed} />
        <Foot collapsed={collapsed} aside={props.aside} onLogout={props.onLogout} />
      </aside>

      <Drawer.Root opened={drawerOpen} onClose={drawer.close} size="18.5rem" padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <div className={styles.drawer}>
            <div className={styles.head}>
              <Link to={props.titleHref} className={styles.brand} aria-label={props.title}>
                {props.logo}
              </Link>
              <button type="button" className={styles.iconButton} onClick={drawer.close}>
                <X size={22} aria-hidden />
                <span className="visually-hidden">Close menu</span>
              </button>
            </div>
            <MenuEntries items={props.items} />
            <Foot aside={props.aside} onLogout={props.onLogout} />
          </div>
        </Drawer.Content>
      </Drawer.Root>

      <main id="content" tabIndex={-1} className={styles.content}>
        {props.children}
      </main>
    </div>
  );
}

/** A page's other addresses mark its entry as well. */
function EntryLink({ isTwin, ...link }: LinkProps & { isTwin: boolean | undefined }) {
  return isTwin ? <Link {...link} aria-current="page" /> : <NavLink {...link} />;
}

function MenuEntries({ items, collapsed = false }: { items: SidebarItem[]; collapsed?: boolean }) {
  const path = useLocation().pathname.replace(/\/$/, "");
  return (
    <nav aria-label="Main" className={styles.nav}>
      <ul className={styles.list}>
        {items.map(({ to, twins, label, icon: Icon, newTab, waiting = 0 }) => (
          <li key={to}>
            <RailTip label={label} on={collapsed}>
              <EntryLink
                to={to}
                isTwin={twins?.includes(path)}
                className={styles.entry}
                {...(newTab ? { target: "_blank", rel: "noopener" } : {})}
              >
                <Icon size={20} aria-hidden className={styles.entryIcon} />
                <span className={collapsed ? "visually-hidden" : styles.entryLabel}>
                  {label}
                  {newTab && <span className="visually-hidden"> (opens in a new tab)</span>}
                </span>
                {waiting > 0 && (
                  <span className={styles.waiting}>
                    {waiting > 99 ? "99+" : waiting}
                    <span className="visually-hidden"> unread</span>
                  </span>
                )}
                {newTab && !collapsed && <ArrowUpRight size={16} aria-hidden className={styles.newTab} />}
              </EntryLink>
            </RailTip>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Foot(props: { collapsed?: boolean; aside?: ReactNode; onLogout: () => void }) {
  const { collapsed = false } = props;
  return (
    <div className={styles.foot}>
      {!collapsed && props.aside}
      <div className={styles.footRow}>
        <RailTip label="Logout" on={collapsed}>
          <button type="button" className={styles.entry} onClick={props.onLogout}>
            <LogOut size={20} aria-hidden className={styles.entryIcon} />
            <span className={collapsed ? "visually-hidden" : styles.entryLabel}>Logout</span>
          </button>
        </RailTip>
        <ColorSchemeToggle onDeep />
      </div>
    </div>
  );
}

/** A tooltip on the rail, where the label isn't visible. */
function RailTip({ label, on, children }: { label: string; on: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={!on} openDelay={100}>
      {children}
    </Tooltip>
  );
}
