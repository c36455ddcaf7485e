import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";

type Matches = Parameters<typeof siteFacts>[0];

/**
 * A route's `meta` for a sign-in screen: title and description, with {shop} for the shop's name. `hidden` keeps the
 * steps of a password reset out of search engines.
 */
export function accountMeta(facts: { title: string; description: string; path: string; hidden?: boolean }) {
  return ({ matches }: { matches: Matches }) => {
    const { shopName } = siteFacts(matches);
    return siteMeta(matches, {
      ...facts,
      title: `${facts.title} · ${shopName}`,
      description: facts.description.replace("{shop}", shopName),
    });
  };
}
