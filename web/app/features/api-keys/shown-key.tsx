import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import css from "#web/features/api-keys/api-keys.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { Status } from "#web/ui/status.tsx";
import { copyText } from "#web/ui/use-copy.ts";

/** A secret that is told this once, to be taken away. Copying it by hand counts as well. */
export function ShownKey(props: {
  value: string;
  isCopied: boolean;
  onCopied: () => void;
  onDone: () => void;
}) {
  const { value, isCopied, onCopied } = props;
  const field = useRef<HTMLInputElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const id = useId();

  async function copy(): Promise<void> {
    const isCopied = await copyText(value);
    setFailed(!isCopied);
    if (isCopied) onCopied();
    else field.current?.select();
  }
  return (
    <div className={css.shown}>
      <Status as="div">
        <Text>
          <strong>Copy the key now.</strong> It is not shown again. Keep it where only your program reads it,
          never in code that others see.
        </Text>
      </Status>
      <label htmlFor={id} className="visually-hidden">
        Key
      </label>
      <input
        ref={field}
        id={id}
        className={css.secret}
        readOnly
        value={value}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onCopied}
      />
      {hasFailed && !isCopied && (
        <Text role="alert" c="red" size="sm">
          The key could not be copied by itself. It is selected: please copy it by the keyboard or the menu.
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button
          variant={isCopied ? "default" : "filled"}
          data-autofocus
          leftSection={isCopied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? "Copied" : "Copy"}
        </Button>
        <Button variant={isCopied ? "filled" : "default"} onClick={props.onDone}>
          Done
        </Button>
      </Group>
    </div>
  );
}
