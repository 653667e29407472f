// What the drivers of the analytics plane and their child program, apps/query-host, say to each other.
export type * from '../drivers/analytics/query-host.ts'
