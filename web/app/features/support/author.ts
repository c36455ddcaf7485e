import { useRef } from "react";
import type { ViewerRecord } from "#contract/accounts.ts";
import { useViewer } from "#web/features/shell/viewer.ts";

/**
 * The person who writes here. It stays when the session ends, so that the text boxes stay with what was typed; what
 * is sent then is refused by the server.
 */
export function useAuthor(): ViewerRecord | null {
  const { user } = useViewer();
  const last = useRef(user);
  if (user) last.current = user;
  return last.current;
}
