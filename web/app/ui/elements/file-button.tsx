import { type ReactNode, useRef } from "react";

type FileButtonProps<Multiple extends boolean> = {
  accept: string;
  multiple?: Multiple;
  disabled?: boolean | undefined;
  onChange: (chosen: Multiple extends true ? File[] : File | null) => void;
  /** The button that opens the choice. */
  children: (button: { onClick: () => void }) => ReactNode;
};

/** Lets a person choose files by a button of any look. */
export function FileButton<Multiple extends boolean = false>(props: FileButtonProps<Multiple>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {props.children({ onClick: () => input.current?.click() })}
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        multiple={props.multiple}
        disabled={props.disabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Of the file that an input already has there is no event when it is chosen again.
          currentTarget.value = "";
          props.onChange((props.multiple ? files : (files[0] ?? null)) as never);
        }}
      />
    </>
  );
}
