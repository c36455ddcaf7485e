import type { AnchorHTMLAttributes } from "react";
import { Link } from "react-router";

/** Paths that are the server's own and no page of the router. */
const files = /^\/(uploads|media|assets|api)\//;

/** A link to wherever an admin's text leads: a page of this site, an anchor, another site, a mail or a call. */
export function SmartLink({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  if (href.startsWith("/") && !files.test(href)) return <Link {...rest} to={href} />;
  return <a {...rest} href={href} {...(/^https?:/i.test(href) ? { rel: "noopener" } : {})} />;
}
