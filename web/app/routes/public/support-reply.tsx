import { Link } from "react-router";
import { postGuestConversation } from "#contract/support-guest.ts";
import { pageApi } from "#web/api/loaders.ts";
import { GuestReply } from "#web/features/support/guest-reply.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import type { Route } from "./+types/support-reply";

/** The link is the right to read: no search engine keeps it, and no other site is told of it. */
export function meta() {
  return [
    { title: "Your message to us" },
    { name: "robots", content: "noindex, nofollow" },
    { name: "referrer", content: "no-referrer" },
  ];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  try {
    const answer = await pageApi(context)(postGuestConversation, { body: { token } });
    return { token, conversation: answer.body.data, problem: null };
  } catch (error) {
    return { token, conversation: null, problem: (error as Error).message };
  }
}

export default function SupportReply({ loaderData }: Route.ComponentProps) {
  const { token, conversation, problem } = loaderData;
  if (conversation) return <GuestReply key={token} token={token} loaded={conversation} />;
  return (
    <ErrorState
      title="This conversation can't be opened."
      message={
        <>
          {problem} You can write to us again on the <Link to="/contact">contact page</Link>.
        </>
      }
    />
  );
}
