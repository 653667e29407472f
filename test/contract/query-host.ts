import { describe } from 'vitest'
import { describeExports } from './query-host/exports.ts'
import { describeFiles } from './query-host/files.ts'
import { kitForTests } from './query-host/kit.ts'
import { describeRefusals } from './query-host/refusals.ts'
import { describeStatements } from './query-host/statements.ts'
import { describeTables } from './query-host/tables.ts'

/** What both engines of the query host answer alike. Where their SQL differs, a case says so; docs/data-dialects.md has the list. */
export function describeQueryEngine(driver: string): void {
  describe(`the query host with ${driver}`, () => {
    const kit = kitForTests(driver)
    describeFiles(kit)
    describeStatements(kit)
    describeRefusals(kit)
    describeTables(kit)
    describeExports(kit)
  })
}
