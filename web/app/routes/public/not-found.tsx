import { data } from "react-router";
import { siteFacts } from "#web/features/shell/site-meta.ts";
import { NotFoundText } from "#web/features/site/text-page.tsx";
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
