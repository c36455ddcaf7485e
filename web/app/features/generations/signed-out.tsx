import { Link } from "react-router";
import { listAiKeys } from "#contract/ai-keys.ts";
import { useCall } from "#web/api/query.tsx";
import css from "#web/features/generations/generator.module.css";
import { MessageBanner } from "#web/features/generations/messages.tsx";
import { Button } from "#web/ui/elements/button.tsx";

/**
 * No person for this session. Where the server still takes calls of it, the person's record is what is missing;
 * else the session has ended.
 */
export function SignedOut() {
  const probe = useCall(listAiKeys, {}, { staleTime: 0 });
  if (probe.isReadSinceMount && probe.isSuccess) {
    return <MessageBanner message={{ kind: "error", text: "User data not found" }} />;
  }
  return (
    <div className={css.signedOut}>
      <MessageBanner message={{ kind: "error", text: "User not logged in" }} />
      <p>Please log in to use the Thumbnail Generator</p>
      <Button component={Link} to={`/login?from=${encodeURIComponent("/user/generate-image")}`}>
        Go to Login
      </Button>
    </div>
  );
}
