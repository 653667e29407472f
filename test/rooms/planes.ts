import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock, Logger } from '@svc/plugin'
import { openHome, openPlanes } from '../../kernel/planes/index.ts'
import type { Home, OpenedPlanes, OpenPlanesOptions } from '../../kernel/planes/index.ts'
import { createIds, systemClock } from '../../kernel/services/index.ts'
import { recordingLog } from '../support/recording-log.ts'

export interface TestPlanesOptions {
  /** An existing home, or where to make one; without it a temporary one that is deleted when closed. */
  path?: string
  databaseUrl?: string | null
  migrations?: OpenPlanesOptions['migrations']
  drivers?: OpenPlanesOptions['drivers']
  clock?: Clock
  log?: Logger
}

export interface TestPlanes extends OpenedPlanes {
  home: Home
  /** Closes the planes and lets go of the home; a folder that was given stays. */
  close(): Promise<void>
}

/** A temporary folder, mode 0700, and its removal. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'svc-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** A home with its planes, opened as the server opens them. */
export async function openTestPlanes(options: TestPlanesOptions = {}): Promise<TestPlanes> {
  const clock = options.clock ?? systemClock
  const services = { clock, ids: createIds(clock), log: options.log ?? recordingLog() }
  const temporary = options.path === undefined ? await temporaryFolder() : null
  const home = await openHome(options.path ?? temporary?.path ?? '', services)
  try {
    const databaseUrl = options.databaseUrl ?? null
    const { migrations = [], drivers } = options
    const opened = await openPlanes({ home, databaseUrl, migrations, ...(drivers && { drivers }), ...services })
    return {
      ...opened,
      home,
      async close() {
        await opened.close()
        await home.release()
        await temporary?.remove()
      },
    }
  } catch (error) {
    await home.release()
    throw error
  }
}
