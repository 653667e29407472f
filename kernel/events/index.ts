export { eventMigrations } from './event-store.ts'
export { kernelEventTypes } from './event-types.ts'
export { eventsRoom } from './room.ts'
export { WorkspaceEventLog } from './workspace-event-log.ts'
