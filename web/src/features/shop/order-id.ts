/** Made when a form opens and sent with it: pressed twice, it is done once. Also where the page came without https. */
export const newOrderId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
