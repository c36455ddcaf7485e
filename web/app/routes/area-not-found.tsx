import { data } from "react-router";
import { PageFault } from "#web/features/shell/page-fault.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";

export const meta = pageTitle("Page not found");

export function loader() {
  return data(null, { status: 404 });
}

/** In the shell of the area that it is shown in. */
export default function AreaNotFound() {
  return <PageFault status={404} />;
}
