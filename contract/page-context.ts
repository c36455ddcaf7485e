import { createContext } from "react-router";
import type { ApiClient } from "./call.ts";

/** What the server gives to the loaders of a page while it renders it. */
interface PageContext {
  /** Makes calls in process, as the person whose cookie came with the request. */
  api: ApiClient;
  /** Path and query of the request, as the person typed it. */
  url: string;
  /** Marks the inline scripts that the page's own rendering wrote; the server takes it out again. */
  scriptMark: string;
}

export const pageContext = createContext<PageContext>();
