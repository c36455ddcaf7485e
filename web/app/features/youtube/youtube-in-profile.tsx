import { Link } from "react-router";
import { getYoutubeConnection } from "#contract/youtube.ts";
import { useCall } from "#web/api/query.tsx";
import { Channel, ConnectButton, ConnectOutcome } from "#web/features/youtube/connection.tsx";
import css from "#web/features/youtube/youtube.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Card, Group } from "#web/ui/elements/layout.tsx";
import { Anchor } from "#web/ui/elements/text.tsx";
import { ErrorState } from "#web/ui/states.tsx";

/** In the profile. */
export function YoutubeInProfile() {
  const { data: connection, error, refetch } = useCall(getYoutubeConnection, {});
  if (error && !connection)
    return (
      <ErrorState
        compact
        title="Your channel could not be loaded."
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!connection?.available) return null;
  const { connected, channel } = connection;
  return (
    <Card component="section" aria-labelledby="youtube-title" className={css.part}>
      <h2 id="youtube-title" className={css.title}>
        YouTube
      </h2>
      <ConnectOutcome isConnected={connected} />
      {channel && <Channel connection={connection} />}
      {connected ? (
        <Group>
          <Button component={Link} to="/user/youtube" variant="default">
            Your videos and what was set
          </Button>
        </Group>
      ) : (
        <>
          <ConnectButton purpose="list" again={channel !== undefined} />
          <Anchor component={Link} to="/user/youtube">
            What was set on your videos
          </Anchor>
        </>
      )}
    </Card>
  );
}
