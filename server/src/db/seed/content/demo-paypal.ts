/** The merchant account that the demo's emulator for PayPal knows, and that the demo's settings name. */
export const demoPaypalClient = {
  clientId: "test",
  secret: "test-secret",
  merchantId: "7VQ5HSHPDEM2A",
  email: "shop@example.com",
  name: "Thumbsmith demo",
};
