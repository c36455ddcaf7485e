import { data, Link } from "react-router";
import { postGuestConversation } from "#contract/support-guest.ts";
import { isMissing, pageApi } from "#web/api/loaders.ts";
import { mailOf } from "#web/features/site/contact-section.tsx";
import { loadContact } from "#web/features/site/load-blocks.ts";
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

/** A link that opens nothing is told here; any other failure stands in place of the page, with its Retry. */
export async function loader({ context, request }: Route.LoaderArgs) {
  // No link is as long as the call takes: one that was put together wrongly is a dead one too, and no wrong input.
  const token = (new URL(request.url).searchParams.get("token") ?? "").slice(0, 300);
  const api = pageApi(context);
  const answer = api(postGuestConversation, { body: { token } });
  if (await isMissing(answer)) return data({ token, conversation: null, contact: null }, { status: 404 });
  return data({ token, conversation: (await answer).body.data, contact: await loadContact(api) });
}

export default function SupportReply({ loaderData }: Route.ComponentProps) {
  const { token, conversation, contact } = loaderData;
  if (conversation)
    return <GuestReply key={token} token={token} loaded={conversation} address={mailOf(contact)} />;
  return (
    <ErrorState
      title="This conversation can't be opened."
      message={
        <>
          This link is not valid any more. You can write to us again on the{" "}
          <Link to="/contact">contact page</Link>.
        </>
      }
    />
  );
}
