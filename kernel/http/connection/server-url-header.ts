/** Of answers over the operator's socket: where the same server listens on the network. */
export const serverUrlHeader = 'svc-url'
