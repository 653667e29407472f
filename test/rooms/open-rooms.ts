import type {
  Clock,
  Contents,
  ContentsOptions,
  Egress,
  EventType,
  InstallationFiles,
  OperatorPrograms,
  Sealer,
  WorkspaceFolders,
  WorkspaceMarks,
} from '@svc/plugin'
import { FolderContents } from '../../kernel/drivers/content/folder-contents.ts'
import { createOperatorPrograms } from '../../kernel/children/index.ts'
import { createEgress } from '../../kernel/egress/index.ts'
import { eventMigrations, WorkspaceEventLog } from '../../kernel/events/index.ts'
import { createWorkspaceFolders } from '../../kernel/planes/index.ts'
import { HomeFiles } from '../../kernel/planes/installation-files/home-files.ts'
import type { MigrationSet, OpenedPlanes } from '../../kernel/planes/index.ts'
import {
  createIds,
  createSealer,
  createWorkspaceMarks,
  MetricsRelay,
  systemClock,
} from '../../kernel/services/index.ts'
import { recordingLog } from '../support/recording-log.ts'
import type { TestPlanes } from './planes.ts'

export { systemClock } from '../../kernel/services/index.ts'

/** Metrics that nobody collects. */
export const noMetrics = new MetricsRelay()

/** The real way out, for a test of one part without a kernel around it. */
export function openEgress(allow: readonly string[] = []): Egress & { close(): Promise<void> } {
  return createEgress({ allow, log: recordingLog() })
}

/** The tables of {@link openEvents}. */
export const eventTables: MigrationSet = { owner: 'kernel', migrations: eventMigrations }

/** The real event log over planes that were opened with {@link eventTables}. */
export function openEvents(
  planes: OpenedPlanes,
  options: { clock: Clock; types: readonly EventType[] },
): WorkspaceEventLog {
  const { clock, types } = options
  const retention = { days: 30, count: 100_000 }
  return new WorkspaceEventLog({
    data: planes.data,
    clock,
    ids: createIds(clock),
    log: recordingLog(),
    types,
    retention,
  })
}

export function openMarks(planes: OpenedPlanes, owner: string): WorkspaceMarks {
  return createWorkspaceMarks(planes.data, owner, recordingLog())
}

export function openFolders(homePath: string, owner: string): WorkspaceFolders {
  return createWorkspaceFolders(homePath, owner)
}

/** What a plugin keeps in the home, as a server has it. */
export function openContents({ data, home }: TestPlanes, owner: string, options: ContentsOptions): Contents {
  const ids = createIds(systemClock)
  return new FolderContents({ folders: openFolders(home.path, owner), data, ids, role: 'server', ...options })
}

/** The small files of a home that has one server. */
export function openFiles(home: string): InstallationFiles {
  return new HomeFiles(home)
}

export function openSealer(homeKey: string, owner: string): Sealer {
  return createSealer(homeKey, owner)
}

/** What starts the operator's programs; they end with the signal. */
export function openPrograms(signal: AbortSignal): OperatorPrograms {
  return createOperatorPrograms(signal)
}
