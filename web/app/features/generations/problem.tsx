import { Text } from "#web/ui/elements/text.tsx";

/** Why what a button does has failed, below it. */
export function Problem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <Text role="alert" c="red" size="sm" mt={4}>
      {text}
    </Text>
  );
}
