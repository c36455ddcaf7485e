import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import css from "#web/features/shell/page-notice.module.css";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { takeFocus } from "#web/ui/take-focus.ts";

export type Notice = {
  kind: "success" | "info" | "error";
  text: string;
  /** What comes next, as a button that takes the focus. `href` is loaded as a document. */
  action?: { label: string; href: string };
};

const key = "page-notice";
const looks = {
  success: { color: "green", icon: CircleCheck },
  info: { color: "accent", icon: Info },
  error: { color: "red", icon: CircleAlert },
} as const;

/** Leaves a message for the page that comes next in this tab, however it is reached. */
export function leaveNotice(notice: Notice): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(notice));
  } catch {
    // A browser that keeps nothing shows the message on the present page alone.
  }
}

function takeNotice(): Notice | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text ? (JSON.parse(text) as Notice) : null;
  } catch {
    return null;
  }
}

/**
 * Shows what the page before said, at the head of the page that follows, until the person goes on to another page
 * or closes it. Once an area, above the page.
 */
export function PageNotice() {
  const { pathname } = useLocation();
  const [notice, setNotice] = useState<Notice | null>(null);
  const seen = useRef<string>(undefined);

  useEffect(() => {
    const next = takeNotice();
    // An effect may run twice for one page; the second run must not take the message away.
    if (next || (seen.current !== undefined && seen.current !== pathname)) setNotice(next);
    seen.current = pathname;
  }, [pathname]);

  if (!notice) return null;
  const { color, icon: Icon } = looks[notice.kind];
  return (
    <Alert
      role={notice.kind === "error" ? "alert" : "status"}
      color={color}
      icon={<Icon size={20} aria-hidden />}
      closeButtonLabel="Dismiss"
      onClose={() => setNotice(null)}
      mb="lg"
    >
      {notice.text}
      {notice.action && (
        <p className={css.action}>
          <Button ref={takeFocus} component="a" href={notice.action.href}>
            {notice.action.label}
          </Button>
        </p>
      )}
    </Alert>
  );
}
