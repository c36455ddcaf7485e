import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every screen of the product, in one list. */
export default [
  layout("routes/public/layout.tsx", [index("routes/public/home.tsx")]),
  route("user", "routes/customer/layout.tsx", [
    index("routes/customer/index.tsx"),
    route("dashboard", "routes/customer/dashboard.tsx"),
    route("generate-image", "routes/customer/generate-image.tsx"),
    route("credits", "routes/customer/credits.tsx"),
    route("select-package", "routes/customer/select-package.tsx"),
    route("pending-payment", "routes/customer/pending-payment.tsx"),
    route("package-pending-payment", "routes/customer/pending-payment.tsx", { id: "package-pending-payment" }),
    route("item-pending-payment", "routes/customer/item-pending-payment.tsx"),
    route("subscription-history", "routes/customer/subscription-history.tsx"),
    route("orders", "routes/customer/orders.tsx"),
    route("orders-history", "routes/customer/orders.tsx", { id: "orders-history" }),
    route("*", "routes/customer/not-found.tsx"),
  ]),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/index.tsx"),
    route("dashboard", "routes/admin/dashboard.tsx"),
    route("orders", "routes/admin/orders.tsx"),
    route("orders/:id", "routes/admin/order.tsx"),
    route("items-orders", "routes/admin/items-orders.tsx"),
    route("items-orders/:id", "routes/admin/item-order.tsx"),
    route("users", "routes/admin/users.tsx"),
    route("audit-log", "routes/admin/audit-log.tsx"),
    route("*", "routes/admin/not-found.tsx"),
  ]),
  layout("routes/checkout/layout.tsx", [
    route("buy/:id", "routes/checkout/buy.tsx"),
    route("item-buy/:id", "routes/checkout/item-buy.tsx"),
    route("pay-now/:id", "routes/checkout/pay-now.tsx"),
    route("item-pay-now/:id", "routes/checkout/item-pay-now.tsx"),
  ]),
  route("login", "routes/account/login.tsx"),
  route("register", "routes/account/register.tsx"),
  route("reset-password", "routes/account/reset-password.tsx"),
  route("forgot-password", "routes/account/reset-password.tsx", { id: "forgot-password" }),
  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig;
