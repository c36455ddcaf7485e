import { data } from "react-router";
import { PageFault } from "#web/features/shell/page-fault.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";

export const meta = pageTitle("Page not found");

export function loader() {
  return data(null, { status: 404 });
}

export default function AdminNotFound() {
  return <PageFault status={404} />;
}
