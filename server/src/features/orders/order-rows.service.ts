/**
 * Orders as the payments move them. Whoever changes an order, its attempts, captures or refunds takes the order's
 * lock first; that is what makes two calls at once one after the other.
 */

export { amountText, isPending, orderDate } from "./order-records.ts";
export {
  findOrderById,
  findOrderByPublicId,
  lockOrderById,
  type NewOrderRow,
  nextReceiptNumber,
  type OrderRow,
  updateOrder,
} from "./orders.repository.ts";
