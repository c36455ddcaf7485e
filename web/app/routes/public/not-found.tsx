import { data } from "react-router";
import { NotFoundText } from "#web/features/content/not-found-text.tsx";
import { siteFacts } from "#web/features/session/site-meta.ts";
import type { Route } from "./+types/not-found";

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `404 · ${siteFacts(matches).shopName}` }, { name: "robots", content: "noindex" }];
}

export default function NotFound() {
  return <NotFoundText />;
}
