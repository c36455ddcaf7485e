import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import styles from "#web/features/accounts/profile.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { type LeaveReason, useLeaveGuard } from "#web/ui/leave-guard.tsx";
import { saveBlob } from "#web/ui/save-blob.ts";
import { takeFocus } from "#web/ui/take-focus.ts";
import { useCopy } from "#web/ui/use-copy.ts";

const unkept: LeaveReason = {
  kind: "shown once",
  question: {
    title: "Leave without the backup codes?",
    message: "They are not shown again. You would have to make new ones.",
    confirmLabel: "Leave without them",
    cancelLabel: "Stay",
  },
};

/** Shown once: the shop can't tell them again. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  const { copied, copy } = useCopy(text);
  const [saved, setSaved] = useState(false);
  useLeaveGuard(copied || saved ? null : unkept);

  return (
    <div className={styles.factor}>
      <Text ref={takeFocus} tabIndex={-1}>
        <strong>Keep these backup codes.</strong> Each signs you in once, on the day your authenticator is
        lost. They are not shown again.
      </Text>
      <ul className={styles.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          onClick={() => {
            saveBlob(new Blob([text], { type: "text/plain" }), "backup-codes.txt");
            setSaved(true);
          }}
        >
          Download
        </Button>
        <Button
          variant="default"
          leftSection={copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? "Copied" : "Copy"}
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
      {copied === false && (
        <Text role="alert" c="red" size="sm">
          The codes could not be copied. Please download them, or write them down.
        </Text>
      )}
    </div>
  );
}
