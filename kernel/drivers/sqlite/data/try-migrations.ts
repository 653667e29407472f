import { messageOf } from '@svc/plugin'
import { planMigrations } from '../../../planes/storage/index.ts'
import type { MigrationSet } from '../../../planes/planes.ts'
import { dataMigrationStore } from './data-migration-store.ts'
import { runStep } from './migrate-file.ts'
import { SqliteFile } from './sqlite-file.ts'

/**
 * Runs all steps once on an empty database in memory, so that a plugin's bad statement is found at the start, before the first
 * workspace would be closed by it. The owners whose steps fail, with the reason.
 */
export function tryMigrations(sets: readonly MigrationSet[], at: string): Map<string, string> {
  const failed = new Map<string, string>()
  const file = new SqliteFile(':memory:')
  try {
    file.use(db => {
      dataMigrationStore.prepare(db)
      for (const set of sets) {
        try {
          for (const step of planMigrations([set]).steps) runStep(file, db, step, { place: 'A new workspace', at })
        } catch (error) {
          failed.set(set.owner, messageOf(error))
        }
      }
    })
  } finally {
    file.close()
  }
  return failed
}
