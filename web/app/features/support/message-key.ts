import { useRef } from "react";
import { requestKey } from "#web/api/request-key.ts";

/** The id that a message gets, 24 digits: the same one for the same content sent again, so that it stands once. */
export function useMessageKey(): (content: string) => string {
  const last = useRef({ content: "", key: "" });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: requestKey(12) };
    return last.current.key;
  };
}
