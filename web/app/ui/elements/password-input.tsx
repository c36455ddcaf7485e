import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { ActionIcon } from "#web/ui/elements/button.tsx";
import { TextInput, type TextInputProps } from "#web/ui/elements/inputs.tsx";

/** A secret that can be shown while it is typed. */
export function PasswordInput({
  revealLabel,
  ...input
}: Omit<TextInputProps, "rightSection" | "type"> & {
  /** Names the button that shows it. */
  revealLabel?: string;
}) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextInput
      {...input}
      type={shown ? "text" : "password"}
      rightSection={
        <ActionIcon
          size="md"
          aria-label={revealLabel ?? "Show password"}
          aria-pressed={shown}
          disabled={input.disabled}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
