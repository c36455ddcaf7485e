import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";

/**
 * What a person types, told on after 300 ms of rest; follows `value` when it changes from elsewhere (the back
 * button, a reset). Returns the text of the box and its setter.
 */
export function useSearchDraft(value: string, onSearch: (value: string) => void) {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  const tell = useDebouncedCallback((next: string) => {
    setSeen(next);
    onSearch(next);
  }, 300);

  if (value !== seen) {
    setSeen(value);
    setDraft(value);
  }

  const type = (next: string) => {
    setDraft(next);
    tell(next);
  };
  return [draft, type] as const;
}
