/** What is asked of each list of the back office, and the plain SQL of the same. */
const orderSorts = {
  createdAt: "created_at, id",
  customerName: "lower(customer_name), id",
  customerEmail: "customer_email, id",
  totalPrice: "total_minor, id",
  orderId: "order_id, id",
  packageName: "lower(product_name), id",
  paymentStatus: "payment_status, created_at, id",
  orderStatus: "order_status, created_at, id",
  daysLeft: "membership_validity asc nulls last, id asc nulls last",
};
const userSorts = {
  createdAt: "created_at, id",
  userName: "lower(name), id",
  userRole: "role, id",
  userMembership: "membership, id",
  currentBalance: "balance, user_id",
};

const newestFirst = "created_at desc, id desc";

export interface Question {
  name: string;
  query: string;
  page?: number;
  /** Of the plain SQL: what is listed, its order, and whether a search or filter narrows it. */
  where?: string;
  by: string;
}

export interface Listed {
  path: string;
  from: string;
  where: string;
  rows: number;
  questions: Question[];
}

function searched(column: string, texts: [string, string][], by: string): Question[] {
  return texts.map(([name, text]) => ({
    name: `search: ${name}`,
    query: `q=${encodeURIComponent(text)}`,
    where: `${column} like '%${text}%'`,
    by,
  }));
}

function sorted(sorts: Record<string, string>, rows: number): Question[] {
  const pages = Math.ceil(rows / 10);
  return Object.entries(sorts).flatMap(([sort, columns]) =>
    [1, Math.round(pages / 2), pages].map((page, at) => ({
      name: `by ${sort}, ${["first page", "middle", "last page"][at]}`,
      query: `sort=${sort}&order=asc`,
      page,
      by: columns,
    })),
  );
}

export async function lists(count: (where: string) => Promise<number>): Promise<Listed[]> {
  const texts = (common: string): [string, string][] => [
    ["an address", "person1234@"],
    ["a name", "vera holm 4d"],
    ["a common word", common],
    ["nothing", "nobody-here"],
    ["one letter", "a"],
    ["two letters", "er"],
    ["two letters, nowhere", "zq"],
  ];
  const ofOrders = async (path: string, kind: string, common: string): Promise<Listed> => {
    const where = `kind = '${kind}' and deleted_at is null`;
    const rows = await count(`orders where ${where}`);
    const year = "created_at >= '2026-01-01' and created_at < '2027-01-01'";
    return {
      path,
      from: "orders",
      where,
      rows,
      questions: [
        { name: "first page", query: "", by: newestFirst },
        ...sorted(orderSorts, rows),
        ...searched("search_text", texts(common), newestFirst),
        {
          name: "filter: pending",
          query: "paymentStatus=pending",
          where: "payment_status = 'pending'",
          by: newestFirst,
        },
        {
          name: "filter: a year, by amount",
          query: "from=2026-01-01&to=2026-12-31&sort=totalPrice",
          where: year,
          by: "total_minor, id",
        },
      ],
    };
  };
  const users = async (): Promise<Listed> => {
    const where = "deleted_at is null";
    const rows = await count(`users where ${where}`);
    return {
      path: "/users",
      from: "users join credit_balances on user_id = id",
      where,
      rows,
      questions: [
        { name: "first page", query: "", by: newestFirst },
        ...sorted(userSorts, rows),
        ...searched("search_text", texts("ada"), newestFirst),
        {
          name: "filter: members, by balance",
          query: "userRole=member&sort=currentBalance",
          where: "role = 'member'",
          by: "balance, user_id",
        },
      ],
    };
  };
  const log = async (path: string, from: string, text: string, by: string): Promise<Listed> => {
    const rows = await count(from);
    const pages = Math.ceil(rows / 10);
    return {
      path,
      from,
      where: "true",
      rows,
      questions: [
        { name: "first page", query: "", by },
        { name: "middle", query: "", page: Math.round(pages / 2), by },
        { name: "last page", query: "", page: pages, by },
        ...searched(
          text,
          [
            ["an address", "person1234@"],
            ["a common word", "example"],
            ["nothing", "nobody-here"],
          ],
          by,
        ),
        ...(from === "outbox"
          ? [{ name: "filter: failed", query: "status=failed", where: "status = 'failed'", by }]
          : [
              {
                name: "filter: a year",
                query: "from=2026-01-01&to=2026-12-31",
                where: "created_at >= '2026-01-01' and created_at < '2027-01-01'",
                by,
              },
            ]),
      ],
    };
  };
  const tickets = async (): Promise<Listed> => {
    const rows = await count("tickets");
    const texts: [string, string][] = [
      ["an address", "person1234@"],
      ["a word of one message", "5d41402abc4b"],
      ["a common word", "credits"],
      ["nothing", "nobody-here"],
    ];
    return {
      path: "/support-messages",
      from: "tickets",
      where: "true",
      rows,
      questions: [
        { name: "first page", query: "", by: newestFirst },
        ...sorted({ createdAt: "created_at, id", lastMessageAt: "last_message_at, id" }, rows),
        ...texts.map(([name, text]) => ({
          name: `search: ${name}`,
          query: `q=${encodeURIComponent(text)}`,
          where: `(subject || user_name || user_email || phone || message ilike '%${text}%' or exists (
            select from ticket_messages m where m.ticket_id = tickets.id and m.message ilike '%${text}%'))`,
          by: newestFirst,
        })),
        { name: "filter: open", query: "status=open", where: "status = 'open'", by: newestFirst },
        { name: "filter: high", query: "priority=high", where: "priority = 'high'", by: newestFirst },
        { name: "filter: no spam", query: "spam=false", where: "not suspected_spam", by: newestFirst },
      ],
    };
  };
  const audited = "lower(actor_email || chr(10) || action || chr(10) || subject)";
  const mailed = "lower(to_email || chr(10) || subject || chr(10) || template_name)";
  return [
    await ofOrders("/orders", "package", "creator"),
    await ofOrders("/item-orders", "item", "font"),
    await users(),
    await tickets(),
    await log("/api/audit-log", "audit_log", audited, newestFirst),
    await log("/message-log", "outbox", mailed, "id desc"),
  ];
}
