import { useRouteLoaderData } from "react-router";
import { pageApi } from "#web/api/loaders.ts";
import type { RootData } from "#web/features/shell/root-data.ts";
import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { ContactSection } from "#web/features/site/contact-section.tsx";
import { loadContact } from "#web/features/site/load-blocks.ts";
import type { Route } from "./+types/contact";

export async function loader({ context }: Route.LoaderArgs) {
  return { contact: await loadContact(pageApi(context)) };
}

export function meta({ matches }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  return siteMeta(matches, {
    title: `Contact ${shopName}`,
    description: `Questions, payments, ideas: write to the people behind ${shopName}. A person reads it and answers by mail.`,
    path: "/contact",
  });
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { user } = useRouteLoaderData("root") as RootData;
  return <ContactSection loaded={loaderData.contact} viewer={user} level={1} />;
}
