import { useDisclosure } from "@mantine/hooks";
import { ArrowUpRight, LogOut, type LucideIcon, Menu, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import { type FocusEvent, Fragment, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { Link, type LinkProps, NavLink, useLocation } from "react-router";
import { type ColorScheme, writeCookie } from "#web/ui/color-scheme.ts";
import { AppearanceSelect } from "#web/ui/color-scheme-button.tsx";
import { colorSchemeIcons } from "#web/ui/color-scheme-toggle.tsx";
import { Drawer } from "#web/ui/elements/modal.tsx";
import { keyOf } from "#web/ui/key-of.ts";
import styles from "#web/ui/sidebar-shell.module.css";

/** The cookie that keeps whether the sidebar is collapsed: "collapsed" or "open". */
export const sidebarCookie = "sidebar";

export type SidebarItem = {
  to: string;
  /** Other addresses of the same page. */
  twins?: readonly string[];
  label: string;
  icon: LucideIcon;
  /** The heading that it stands under; entries of one group follow each other. */
  group?: string;
  /** Opens in a new tab, and says so. */
  newTab?: boolean;
  /** How many things wait there, such as unread tickets; 0 shows nothing. */
  waiting?: number;
  /** Read out after the number; 'unread' without it. */
  waitingFor?: string;
};

/**
 * The frame of the customer area and of the back office: a sidebar that folds to a rail of icons, and below 992 px
 * a top bar with a drawer. Under a pointer or the keyboard's focus the rail shows its words over the content. `defaultCollapsed` is the server's reading of the cookie (or the area's own default), so
 * that the first render is right. The rail has of `logo` the picture alone.
 */
export function SidebarShell(props: {
  logo: ReactNode;
  /** Where the logo leads, which is somebody's home. */
  titleHref: string;
  items: SidebarItem[];
  /** Throws where the session is still open. */
  onLogout: () => Promise<void>;
  defaultCollapsed?: boolean;
  /** The server's reading of its cookie. */
  colorScheme: ColorScheme;
  /** Above everything else: the demo's ribbon, a notice. */
  banner?: ReactNode;
  /** Between the menu and the foot: the credits, say. Not shown on the rail. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const [collapsed, setCollapsed] = useState(props.defaultCollapsed ?? false);
  const [drawerOpen, drawer] = useDisclosure(false);
  const { key } = useLocation();

  const { show, ...words } = useRailWords();

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was followed closes the drawer, also to the same page.
  useEffect(drawer.close, [key]);

  function toggle() {
    setCollapsed(!collapsed);
    writeCookie(sidebarCookie, collapsed ? "open" : "collapsed");
  }

  const brand = (
    <Link to={props.titleHref} className={styles.brand}>
      {props.logo}
      <span className="visually-hidden"> home</span>
    </Link>
  );

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
        {brand}
      </header>

      <aside className={styles.sidebar} aria-label="Sidebar" {...words}>
        <div className={styles.head}>
          {brand}
          <button type="button" className={styles.iconButton} aria-expanded={!collapsed} onClick={toggle}>
            {collapsed ? <PanelLeftOpen size={20} aria-hidden /> : <PanelLeftClose size={20} aria-hidden />}
            <span className={collapsed ? styles.entryLabel : "visually-hidden"}>
              {collapsed ? "Expand sidebar" : "Collapse sidebar"}
            </span>
          </button>
        </div>
        <MenuEntries items={props.items} />
        <Foot
          collapsed={collapsed}
          aside={props.aside}
          onLogout={() =>
            props.onLogout().catch((error) => {
              show();
              throw error;
            })
          }
          colorScheme={props.colorScheme}
        />
      </aside>

      <Drawer opened={drawerOpen} onClose={drawer.close} size="18.75rem" label="Menu">
        <div className={styles.drawer}>
          <div className={styles.head}>
            {brand}
            <button type="button" className={styles.iconButton} onClick={drawer.close}>
              <X size={22} aria-hidden />
              <span className="visually-hidden">Close menu</span>
            </button>
          </div>
          <MenuEntries items={props.items} />
          <Foot aside={props.aside} onLogout={props.onLogout} colorScheme={props.colorScheme} />
        </div>
      </Drawer>

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

/**
 * Whether the rail shows its words: under the mouse, while the keyboard's focus is in it, and once it has something to
 * tell; Escape puts them away. A finger's tap only follows its link.
 */
function useRailWords() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const dismiss = (event: KeyboardEvent) => keyOf(event) === "Escape" && setShown(false);
    document.addEventListener("keydown", dismiss);
    return () => document.removeEventListener("keydown", dismiss);
  }, [shown]);
  return {
    show: () => setShown(true),
    "data-words": shown || undefined,
    // Not "enter": React misses it where what the pointer lay on before has been removed meanwhile.
    onPointerOver: (event: PointerEvent) => event.pointerType === "mouse" && setShown(true),
    onPointerLeave: () => setShown(false),
    onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && setShown(true),
    onBlur: (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && setShown(false),
  };
}

function MenuEntries({ items }: { items: SidebarItem[] }) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <nav aria-label="Main" className={styles.nav}>
      {groups.map((group) => (
        <Fragment key={group ?? ""}>
          {group && (
            <p className={styles.group}>
              <span>{group}</span>
            </p>
          )}
          <ul className={styles.list} aria-label={group}>
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <li key={item.to}>
                  <MenuEntry item={item} />
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}

function MenuEntry({ item }: { item: SidebarItem }) {
  const path = useLocation().pathname.replace(/\/$/, "");
  const { to, twins, label, icon: Icon, newTab, waiting = 0, waitingFor = "unread" } = item;
  return (
    <EntryLink
      to={to}
      isTwin={twins?.includes(path)}
      className={styles.entry}
      {...(newTab ? { target: "_blank", rel: "noopener" } : {})}
    >
      <Icon size={20} aria-hidden className={styles.entryIcon} />
      <span className={styles.entryLabel}>
        {label}
        {newTab && <span className="visually-hidden"> (opens in a new tab)</span>}
      </span>
      {waiting > 0 && (
        <span className={styles.waiting}>
          <span>{waiting > 99 ? "99+" : waiting}</span>
          <span className="visually-hidden"> {waitingFor}</span>
        </span>
      )}
      {newTab && <ArrowUpRight size={16} aria-hidden className={styles.newTab} />}
    </EntryLink>
  );
}

function Foot(props: {
  collapsed?: boolean;
  aside?: ReactNode;
  onLogout: () => Promise<void>;
  colorScheme: ColorScheme;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  function leave() {
    setProblem(null);
    props.onLogout().catch((error: Error) => setProblem(error.message));
  }
  return (
    <div className={styles.foot}>
      {!props.collapsed && props.aside}
      <div className={styles.footRow}>
        <AppearanceSelect
          icons={colorSchemeIcons}
          initial={props.colorScheme}
          className={styles.entry}
          iconClassName={styles.entryIcon}
          labelClassName={styles.entryLabel}
        />
        <button type="button" className={styles.entry} onClick={leave}>
          <LogOut size={20} aria-hidden className={styles.entryIcon} />
          <span className={styles.entryLabel}>Logout</span>
        </button>
        {problem && (
          <p role="alert" className={styles.problem}>
            You are still signed in. {problem}
          </p>
        )}
      </div>
    </div>
  );
}
