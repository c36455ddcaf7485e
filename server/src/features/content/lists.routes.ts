import * as features from "#contract/features.ts";
import { isAdmin } from "#contract/roles.ts";
import * as testimonials from "#contract/testimonials.ts";
import { limitOf, type PageQuery } from "#server/db/paging.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  addEntry,
  editEntry,
  featureList,
  orderEntries,
  readList,
  readPublicList,
  removeEntry,
  testimonialList,
  toggleEntry,
} from "./lists.service.ts";

export function listRoutes(routes: Routes, platform: Platform): void {
  featureRoutes(routes, platform);
  testimonialRoutes(routes, platform);
}

const switched = (name: string, { isActive }: { isActive: boolean }) =>
  `${name} ${isActive ? "activated" : "deactivated"} successfully!`;

function featureRoutes(routes: Routes, platform: Platform): void {
  mount(routes, features.listFeatures).data(async ({ query, viewer, total }) => {
    const rows = await (isAdmin(viewer)
      ? readList(platform, featureList)
      : readPublicList(platform, featureList));
    const found = pageOfRows(rows, query, ["title", "description", "category"]);
    total(found.total);
    return found.page;
  });
  mount(routes, features.addFeature).data((incoming) => {
    const { title, description, icon, iconAlt, category, order, isActive, idempotencyKey } = incoming.body;
    return addEntry(platform, actorOf(incoming), featureList, idempotencyKey, (next) => ({
      title,
      description,
      icon: icon ?? "",
      iconAlt: iconAlt ?? "",
      category: category || features.defaultFeatureCategory,
      position: order ?? next,
      isActive: isActive ?? true,
    }));
  }, "Feature added successfully!");
  mount(routes, features.editFeature).data((incoming) => {
    const { version, order, category, ...values } = incoming.body;
    const changes = {
      ...values,
      ...(order === undefined ? {} : { position: order }),
      ...(category === undefined ? {} : { category: category || features.defaultFeatureCategory }),
    };
    const id = incoming.params.id;
    return editEntry(platform, actorOf(incoming), featureList, id, changes, version);
  }, "Feature updated successfully!");
  mount(routes, features.orderFeatures).handle(async (incoming) => {
    await orderEntries(platform, actorOf(incoming), featureList, incoming.body.ids);
    return { success: true, message: "Feature order updated successfully!" };
  });
  mount(routes, features.deleteFeature).handle(async (incoming) => {
    await removeEntry(platform, actorOf(incoming), featureList, incoming.params.id);
    return { success: true, message: "Feature deleted successfully!" };
  });
  mount(routes, features.toggleFeature).handle(async (incoming) => {
    const data = await toggleEntry(platform, actorOf(incoming), featureList, incoming.params.id);
    return { success: true, data, message: switched("Feature", data) };
  });
}

function testimonialRoutes(routes: Routes, platform: Platform): void {
  const list = testimonialList;
  mount(routes, testimonials.listTestimonials).data(async ({ query, viewer, total }) => {
    const rows = await (isAdmin(viewer) ? readList(platform, list) : readPublicList(platform, list));
    const found = pageOfRows(rows, query, ["quote", "authorName", "authorTitle"]);
    total(found.total);
    return found.page;
  });
  mount(routes, testimonials.addTestimonial).data((incoming) => {
    const { quote, authorName, authorTitle, authorImage, authorImageAlt, isActive, idempotencyKey } =
      incoming.body;
    return addEntry(platform, actorOf(incoming), list, idempotencyKey, (position) => ({
      quote,
      authorName,
      authorTitle,
      authorImage: authorImage ?? "",
      authorImageAlt: authorImageAlt ?? "",
      position,
      isActive: isActive ?? true,
    }));
  }, "Testimonial created successfully!");
  mount(routes, testimonials.editTestimonial).data((incoming) => {
    const { version, ...values } = incoming.body;
    return editEntry(platform, actorOf(incoming), list, incoming.params.id, values, version);
  }, "Testimonial updated successfully!");
  mount(routes, testimonials.orderTestimonials).handle(async (incoming) => {
    await orderEntries(platform, actorOf(incoming), list, incoming.body.ids);
    return { success: true, message: "Testimonial order updated successfully!" };
  });
  mount(routes, testimonials.deleteTestimonial).handle(async (incoming) => {
    await removeEntry(platform, actorOf(incoming), list, incoming.params.id);
    return { success: true, message: "Testimonial deleted successfully!" };
  });
  mount(routes, testimonials.toggleTestimonial).handle(async (incoming) => {
    const data = await toggleEntry(platform, actorOf(incoming), list, incoming.params.id);
    return { success: true, data, message: switched("Testimonial", data) };
  });
}

interface RowsQuery<T> extends PageQuery {
  sort?: (keyof T & string) | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

/** A page of a short list that is in memory anyway; `searched` are the columns that a screen shows. */
function pageOfRows<T>(rows: T[], query: RowsQuery<T>, searched: (keyof T)[]): { page: T[]; total: number } {
  const q = query.q?.trim().toLowerCase() ?? "";
  const found =
    q === ""
      ? rows
      : rows.filter((row) =>
          searched.some((name) => String(row[name]).normalize("NFC").toLowerCase().includes(q)),
        );
  const { sort } = query;
  const sorted = sort ? [...found].sort((a, b) => compare(a[sort], b[sort])) : [...found];
  if (query.order === "desc") sorted.reverse();
  const { limit, offset } = limitOf(query);
  return { page: sorted.slice(offset, offset + limit), total: found.length };
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string")
    return a.localeCompare(b, "en", { sensitivity: "base" });
  return Number(a) - Number(b);
}
