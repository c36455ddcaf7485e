import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "../webhooks.ts";
import type { Example } from "./example.ts";

const id = "$WEBHOOK";

export const webhookExamples: readonly Example[] = [
  {
    title: "Add a webhook",
    call: addWebhook,
    body: { url: "https://hooks.example.com/thumbsmith", events: ["run.done", "run.failed"] },
  },
  { title: "List webhooks", call: listWebhooks, needs: ["webhook"] },
  {
    title: "Change a webhook",
    call: editWebhook,
    needs: ["webhook"],
    params: { id },
    body: {
      url: "https://hooks.example.com/thumbsmith",
      events: ["run.done", "run.failed", "balance.low"],
      lowBalance: 5,
      active: true,
    },
  },
  { title: "Send a test", call: testWebhook, needs: ["webhook"], params: { id } },
  { title: "List deliveries", call: listDeliveries, needs: ["delivery"], params: { id } },
  {
    title: "Send again",
    call: resendDelivery,
    needs: ["delivery"],
    params: { id, deliveryId: "$DELIVERY" },
  },
  { title: "Change the secret", call: rotateWebhookSecret, needs: ["webhook"], params: { id } },
  { title: "Remove a webhook", call: deleteWebhook, needs: ["webhook"], params: { id } },
];

/** A receiver as the page shows it, receive.mjs, and as a test starts it. */
export const receiverLines = `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  let message;
  try {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    message = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(400).end("Not signed by the shop");
  }
  response.writeHead(204).end();
  console.log(message.type, JSON.stringify(message.data));
}).listen(process.env.PORT ?? 8080);`;

export const startReceiverLines = `npm install standardwebhooks
WEBHOOK_SECRET=whsec_your_secret node receive.mjs`;
