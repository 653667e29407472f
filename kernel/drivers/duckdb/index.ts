export { analyticsFolder } from './analytics-folders.ts'
export { HostedAnalyticsPlane } from './hosted-analytics-plane.ts'
export type { AnalyticsPlaneParts } from './hosted-analytics-plane.ts'
