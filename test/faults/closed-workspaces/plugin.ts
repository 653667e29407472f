import { definePlugin } from '@svc/plugin'

/** Brings the driver of its manifest and nothing else. */
export const plugin = definePlugin()({ id: 'closing', uses: {}, setup() {} })
