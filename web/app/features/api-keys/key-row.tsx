import { KeyRound } from "lucide-react";
import type { KeyRecord } from "#contract/api-keys.ts";
import { scopeTexts } from "#contract/scopes.ts";
import css from "#web/features/api-keys/api-keys.module.css";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { FormattedDate } from "#web/ui/formatted-date.tsx";

export function KeyRow(props: { record: KeyRecord; busy: boolean; onRevoke: () => void }) {
  const { record, busy, onRevoke } = props;
  const { name, start, scopes, createdAt, expiresAt, expired, lastUsedAt } = record;
  return (
    <li className={css.key}>
      <KeyRound size={22} aria-hidden className={css.icon} />
      <div className={css.words}>
        <div>
          <strong>{name}</strong> <code className={css.start}>{start}…</code>{" "}
          {expired && <Badge color="gray">Expired</Badge>}
        </div>
        <ul className={css.scopes} aria-label={`What ${name} opens`}>
          {scopes.map((scope) => (
            <li key={scope} title={scopeTexts[scope]}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
        <p className={css.muted}>
          Made <FormattedDate at={createdAt} />,{" "}
          {expiresAt ? (
            <>
              {expired ? "expired" : "expires"} <FormattedDate at={expiresAt} />
            </>
          ) : (
            "does not expire"
          )}
          ,{" "}
          {lastUsedAt ? (
            <>
              last used <FormattedDate at={lastUsedAt} time />
            </>
          ) : (
            "not used yet"
          )}
        </p>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        off={busy}
        aria-label={`${expired ? "Remove" : "Revoke"} ${name}`}
        onClick={onRevoke}
      >
        {expired ? "Remove" : "Revoke"}
      </Button>
    </li>
  );
}
