import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";

/** The text of the box, the value that came last, and the text that was told on last. */
type SearchDraft = { text: string; seen: string; told: string };

/**
 * The draft once `value` is known. What was told comes back a moment later, when more may have been typed; any other
 * value comes from elsewhere, and takes the box over.
 */
export function followed(draft: SearchDraft, value: string): SearchDraft {
  if (value === draft.seen) return draft;
  if (value === draft.told) return { ...draft, seen: value };
  return { text: value, seen: value, told: value };
}

/**
 * What a person types, told on after 300 ms of rest; follows `value` when it changes from elsewhere (the back
 * button, a reset). Returns the text of the box and its setter.
 */
export function useSearchDraft(value: string, onSearch: (value: string) => void) {
  const [state, setState] = useState<SearchDraft>({ text: value, seen: value, told: value });
  const draft = followed(state, value);
  if (draft !== state) setState(draft);

  const tell = useDebouncedCallback((told: string) => {
    setState((now) => ({ ...now, told }));
    onSearch(told);
  }, 300);
  const type = (text: string) => {
    setState((now) => ({ ...now, text }));
    tell(text);
  };
  return [draft.text, type] as const;
}
