import type { svc } from '../../live/server.ts'

export type App = Awaited<ReturnType<typeof svc.agentApps.get>>
export type Run = Awaited<ReturnType<typeof svc.agentApps.run.get>>
export type Inputs = Readonly<Record<string, unknown>>
