import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

const name = String.raw`['"](?:postgres|registry|sqlite|duckdb|pgvector)['"]`
const compared = new RegExp(
  String.raw`(?:[=!]==?|\bcase)\s*${name}|${name}\s*[=!]==?|\[[^\]\n]*${name}[^\]\n]*\]\.includes`,
)

/** The program that is the engines (its drivers are in it), and the check whether DuckDB's library loads on this machine. */
const exceptions = ['apps/query-host/main.ts', 'apps/cli/doctor/checks/engine-checks.ts']

it('no code outside kernel/drivers compares with the name of a driver', () => {
  const files = globSync('{kernel,plugins,apps,sdk}/**/*.ts', {
    cwd: repositoryRoot,
    exclude: path => /(^|\/)(node_modules|dist)$/.test(path),
  }).filter(file => !file.endsWith('.test.ts') && !file.startsWith('kernel/drivers/'))
  const found = files.flatMap(file => {
    const lines = readFileSync(join(repositoryRoot, file), 'utf8').split('\n')
    return lines.flatMap((line, index) => (compared.test(line) ? [{ file, at: `${file}:${index + 1}` }] : []))
  })
  const named = found.filter(({ file }) => !exceptions.includes(file)).map(({ at }) => at)
  console.log(`${named.length} comparisons with the name of a driver in ${files.length} files outside kernel/drivers`)
  expect(named).toEqual([])
  // An exception that is gone is struck off the list, and the pattern is seen to find what it looks for.
  expect([...new Set(found.map(({ file }) => file))].toSorted()).toEqual(exceptions.toSorted())
})
