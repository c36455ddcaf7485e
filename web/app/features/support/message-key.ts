import { useRef } from "react";
import { requestKey } from "#web/api/client.ts";

/** A message's id, 24 digits: the same for the same content sent again, so that it is stored once. */
export function useMessageKey(): (content: string) => string {
  const last = useRef({ content: "", key: "" });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: requestKey(12) };
    return last.current.key;
  };
}
