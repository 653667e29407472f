/** The plugin's own events, as `plugin.json` declares them. */
export const disabledEvent = 'webhook.disabled'
export const testEvent = 'webhook.test'
