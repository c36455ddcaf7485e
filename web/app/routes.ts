import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every screen of the product, in one list. */
export default [
  layout("routes/public/layout.tsx", [index("routes/public/home.tsx")]),
  route("user", "routes/customer/layout.tsx", [
    index("routes/customer/index.tsx"),
    route("dashboard", "routes/customer/dashboard.tsx"),
    route("generate-image", "routes/customer/generate-image.tsx"),
    route("credits", "routes/customer/credits.tsx"),
    route("*", "routes/customer/not-found.tsx"),
  ]),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/index.tsx"),
    route("dashboard", "routes/admin/dashboard.tsx"),
    route("orders", "routes/admin/orders.tsx"),
    route("orders/:id", "routes/admin/order.tsx"),
    route("items-orders", "routes/admin/items-orders.tsx"),
    route("items-orders/:id", "routes/admin/item-order.tsx"),
    route("audit-log", "routes/admin/audit-log.tsx"),
    route("*", "routes/admin/not-found.tsx"),
  ]),
  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig;
