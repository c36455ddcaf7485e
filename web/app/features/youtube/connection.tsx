import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import {
  connectYoutube,
  deleteYoutubeConnection,
  getYoutubeConnection,
  getYoutubeVideos,
  type YoutubeConnection,
  type YoutubePurpose,
  youtubeOutcomes,
} from "#contract/youtube.ts";
import { api } from "#web/api/client.ts";
import { storeAnswer } from "#web/api/query.tsx";
import css from "#web/features/youtube/youtube.module.css";
import { useAttempt } from "#web/ui/attempt.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { useQueryInUrl, withParams } from "#web/ui/query-in-url.ts";

/** How the way over Google's page ended that led here. A connection is told of as long as it stands. */
export function ConnectOutcome({ isConnected }: { isConnected: boolean }) {
  const name = new URLSearchParams(useLocation().search).get("youtube");
  const told = useRef<HTMLDivElement>(null);
  // On the profile it stands far below the top, where the way over Google ends.
  useEffect(() => {
    told.current?.scrollIntoView({ block: "center" });
  }, []);
  if (!name || !Object.hasOwn(youtubeOutcomes, name)) return null;
  const outcome = name as keyof typeof youtubeOutcomes;
  const isGood = outcome === "connected";
  if ((isGood || outcome === "partly") && !isConnected) return null;
  return (
    <Alert ref={told} color={isGood ? "green" : "primary"} role={isGood ? "status" : "alert"}>
      {youtubeOutcomes[outcome]}
    </Alert>
  );
}

const reasons: Record<YoutubePurpose, string> = {
  list: "Google asks whether we may see your channel and its videos. We read their titles and thumbnails, and nothing else.",
  set: "Google asks whether we may see your videos and upload to your channel. We only ever set the thumbnail that you choose, when you press the button, and keep the former one for 30 days.",
};

/** Says what Google will ask before it does. */
export function ConnectButton({ purpose, again }: { purpose: YoutubePurpose; again?: boolean }) {
  const { connect, busy, problem } = useConnect();
  return (
    <div className={css.connect}>
      <Text c="dimmed">{reasons[purpose]}</Text>
      <Button loading={busy} onClick={() => void connect(purpose)}>
        {again ? "Connect YouTube again" : "Connect YouTube"}
      </Button>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Leads to Google's page of consent, whose answer leads back to the screen as it is now. */
function useConnect() {
  const { pathname, search } = useLocation();
  const isHere = useIsHere();
  const { attempt, busy, problem } = useAttempt();

  const connect = (purpose: YoutubePurpose) =>
    attempt("", async () => {
      // The page of a list is its channel's, and the one to come may be another.
      const returnTo = `${pathname}${withParams(search, { youtube: "", page: "" })}`;
      const { url } = (await api(connectYoutube, { body: { purpose, returnTo } })).body.data;
      if (!isHere()) return;
      location.assign(url);
      // It stays busy: the browser is on its way.
      await new Promise(() => {});
    });
  return { connect, busy, problem };
}

/** The connected channel, and the way to let go of it. */
export function Channel({ connection }: { connection: YoutubeConnection }) {
  const { channel, connected, purposes } = connection;
  const client = useQueryClient();
  const confirm = useConfirm();
  const { change } = useQueryInUrl();
  const { attempt, busy, problem } = useAttempt();
  if (!channel) return null;

  async function disconnect(): Promise<void> {
    const isSure = await confirm({
      title: "Disconnect YouTube?",
      message:
        "We forget your channel and give our access back to Google. Thumbnails that were set stay on their videos, and can't be undone from here until you connect again.",
      confirmLabel: "Disconnect",
    });
    if (!isSure) return;
    await attempt("", async () => {
      await api(deleteYoutubeConnection, {});
      // How it came to be connected is told of no more. First, as this part goes with its channel.
      change({ youtube: "" }, true);
      // Also where it can't be read anew.
      const data = { available: true, connected: false, purposes: [] };
      storeAnswer(client, getYoutubeConnection, {}, { success: true, data });
      // The list has to be gone from the screen first, since it would ask anew for what was removed.
      await client.invalidateQueries({ queryKey: [getYoutubeConnection.path] });
      client.removeQueries({ queryKey: [getYoutubeVideos.path] });
    });
  }
  return (
    <div className={css.channel}>
      {connected && <img src={channel.thumbnailUrl} width={44} height={44} alt="" />}
      <div className={css.who}>
        <strong>{channel.title}</strong>
        <Text c="dimmed" size="sm">
          {!connected
            ? "The access has ended at Google."
            : purposes.includes("set")
              ? "We may see its videos and set their thumbnails."
              : "We may see its videos."}
        </Text>
      </div>
      <Button variant="default" size="sm" loading={busy} onClick={() => void disconnect()}>
        Disconnect
      </Button>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
