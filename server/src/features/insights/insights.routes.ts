import { getFirstSteps } from "#contract/first-steps.ts";
import { getInsights } from "#contract/insights.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readFirstSteps } from "./first-steps.ts";
import { readInsights } from "./insights.service.ts";

export function insightsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getInsights).data(({ query }) => readInsights(platform, query.days));

  mount(routes, getFirstSteps).data(() => readFirstSteps(platform));
}
