import { Alert, Anchor } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { useLocation } from "react-router";
import { useViewer } from "#web/features/shell/viewer.ts";

/**
 * Tells a person whose session has ended while they were at work. Signing in happens in another tab, so that this
 * page keeps whatever was typed on it; it goes on by itself when the person comes back to it.
 */
export function SessionEnded() {
  const { user } = useViewer();
  const { pathname, search } = useLocation();
  if (user) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<CircleAlert size={20} aria-hidden />}
      title="You have been signed out"
      mb="lg"
    >
      What you have typed here is kept.{" "}
      <Anchor href={`/login?from=${encodeURIComponent(pathname + search)}`} target="_blank">
        Log in in a new tab
      </Anchor>
      , then go on here.
    </Alert>
  );
}
