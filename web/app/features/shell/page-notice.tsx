import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import css from "#web/features/shell/page-notice.module.css";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { readJson, writeText } from "#web/ui/storage.ts";
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
  writeText(key, JSON.stringify(notice), "session");
}

function takeNotice(): Notice | null {
  const notice = readJson<Notice>(key, "session");
  writeText(key, "", "session");
  return notice;
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

  const isFault = notice?.kind === "error";
  const told = notice && <Told notice={notice} onClose={() => setNotice(null)} />;
  return (
    <>
      {isFault && told}
      {/* There before its text: a status that comes along with it is read out by few. */}
      <div role="status">{!isFault && told}</div>
    </>
  );
}

function Told({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { color, icon: Icon } = looks[notice.kind];
  return (
    <Alert
      role={notice.kind === "error" ? "alert" : undefined}
      color={color}
      icon={<Icon size={20} aria-hidden />}
      closeButtonLabel="Dismiss"
      onClose={onClose}
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
