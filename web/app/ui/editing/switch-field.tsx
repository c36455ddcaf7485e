import { Input, Switch } from "@mantine/core";
import { useId } from "react";

/**
 * A switch with a sentence of its own. Mantine would put the sentence into the label, so that it were read as a part
 * of the name.
 */
export function SwitchField(props: { label: string; description: string; input: object }) {
  const descriptionId = useId();
  return (
    <div>
      <Switch label={props.label} {...props.input} aria-describedby={descriptionId} />
      <Input.Description id={descriptionId} mt={4}>
        {props.description}
      </Input.Description>
    </div>
  );
}
