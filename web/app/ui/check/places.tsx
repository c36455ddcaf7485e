import type { ReactNode } from "react";
import type { About, Candidate } from "#web/ui/check/candidate.ts";
import type { CheckState, Place, Theme } from "#web/ui/check/check-state.ts";
import css from "#web/ui/check/places.module.css";
import { type Neighbour, shuffled } from "#web/ui/feed-videos.ts";
import { VideoCard } from "#web/ui/video-card.tsx";

/** How wide the picture is in a place, for the browser to choose its file by. */
const sizes: Record<Place, string> = {
  home: "320px",
  search: "360px",
  suggested: "168px",
  phone: "360px",
  television: "400px",
};

/** The thumbnails in one place, side by side among videos that nobody made. */
export function PlaceView(props: {
  state: CheckState;
  theme: Theme;
  candidates: readonly Candidate[];
  about: About;
}) {
  const { state, theme, candidates, about } = props;
  const { place, seed } = state;
  const { neighbours, before } = shuffled(seed);
  const card = place === "search" || place === "suggested" ? css.row : css.column;
  const others = neighbours.map((neighbour) => (
    <li key={neighbour.picture} className={card}>
      <NeighbourCard neighbour={neighbour} place={place} />
    </li>
  ));
  const own = candidates.map((candidate) => (
    <li key={candidate.key} className={card}>
      <OwnCard candidate={candidate} state={state} about={about} />
    </li>
  ));
  return (
    <div className={css.surface} data-place={place} data-scheme={theme}>
      {place === "phone" ? (
        <div className={css.phones}>
          {own.map((each) => (
            <List key={each.key} className={css.phone}>
              {others.slice(0, before % 2)}
              {each}
              {others.slice(before % 2, 2)}
            </List>
          ))}
        </div>
      ) : (
        <List className={place === "television" ? css.television : undefined}>
          {others.slice(0, before)}
          {own.length > 1 ? (
            <li className={css.pair}>
              <List>{own}</List>
            </li>
          ) : (
            own
          )}
          {others.slice(before)}
        </List>
      )}
    </div>
  );
}

function List({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver otherwise.
    <ul role="list" className={className ? `${css.list} ${className}` : css.list}>
      {children}
    </ul>
  );
}

function OwnCard({ candidate, state, about }: { candidate: Candidate; state: CheckState; about: About }) {
  const { title, channel, avatar } = about;
  return (
    <VideoCard
      picture={
        <span role="img" aria-label={candidate.name} className={css.own}>
          {candidate.draw(sizes[state.place])}
        </span>
      }
      length={state.length}
      title={title}
      byline={`${channel} · 1.2K views`}
      channel={hasChannel(state.place) && <Channel name={channel} picture={avatar} />}
      over={
        <>
          {candidate.tag && <span className={css.tag}>{candidate.tag}</span>}
          {state.watched && <span className={css.watched} />}
        </>
      }
    />
  );
}

function NeighbourCard({ neighbour, place }: { neighbour: Neighbour; place: Place }) {
  const { picture, title, byline, length } = neighbour;
  const file = `/media/defaults/${picture}`;
  return (
    <VideoCard
      picture={
        <img
          src={`${file}-640.webp`}
          srcSet={`${file}-320.webp 320w, ${file}-640.webp 640w`}
          sizes={sizes[place]}
          width={1280}
          height={720}
          alt=""
        />
      }
      length={length}
      title={title}
      byline={byline}
      channel={hasChannel(place) && <Channel name={byline} picture={undefined} />}
    />
  );
}

const hasChannel = (place: Place) => place === "home" || place === "phone";

function Channel({ name, picture }: { name: string; picture: string | undefined }) {
  return (
    <span className={css.channel} aria-hidden="true">
      {picture ? <img src={picture} alt="" width={36} height={36} /> : [...name.trim()][0]}
    </span>
  );
}
