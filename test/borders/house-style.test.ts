import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

const sources = globSync('{kernel,plugins,apps,sdk,scripts,test,examples,bench}/**/*.{ts,mjs}', {
  cwd: repositoryRoot,
  exclude: ['**/node_modules', '**/dist', '**/generated', '**/fixtures'],
})

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))*\.(ts|mjs)$/
const emptyName = /^(utils?|helpers?|common|misc|.*-(utils?|helpers?|manager|impl))\./

function badNames(files: readonly string[]): string[] {
  return files.filter(file => !kebabCase.test(basename(file)) || emptyName.test(basename(file)))
}

/** Sources that one folder may have, tests apart. With more it gets rooms. */
const mostInAFolder = 16

function overfull(files: readonly string[]): string[] {
  // Programs to copy are a list, one for each module of the client, and none imports another.
  const counted = files.filter(
    file => !/\.test\.ts$|\.d\.ts$|\/(migrations|schemas)\/|^examples\/typescript\//.test(file),
  )
  return Object.entries(Object.groupBy(counted, dirname)).flatMap(([folder, members = []]) =>
    members.length > mostInAFolder ? [`${folder} has ${members.length} files`] : [],
  )
}

describe('The house', () => {
  it('names its files in kebab-case, for what they hold', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(badNames(sources)).toEqual([])
  })

  it('would see a file that is named otherwise', () => {
    const planted = [
      'kernel/services/Logger.ts',
      'kernel/services/utils.ts',
      'kernel/jobs/job-manager.ts',
      'kernel/services/logger.ts',
    ]
    expect(badNames(planted)).toEqual(planted.slice(0, 3))
  })

  it('keeps every file within 400 lines', () => {
    const long = sources.filter(file => readFileSync(join(repositoryRoot, file), 'utf8').split('\n').length > 401)
    expect(long).toEqual([])
  })

  it('keeps a folder within sixteen files', () => {
    expect(overfull(sources)).toEqual([])
  })

  it('would see a folder that is too full, and counts no tests and no migrations', () => {
    const numbered = (folder: string, ending: string) =>
      Array.from({ length: 17 }, (_, n) => `${folder}/x${n}${ending}`)
    expect(overfull(numbered('plugins/x', '.ts'))).toEqual(['plugins/x has 17 files'])
    expect(overfull([...numbered('plugins/x', '.test.ts'), ...numbered('plugins/x/migrations', '.ts')])).toEqual([])
  })

  it('lets index.ts files only re-export', () => {
    const faces = sources.filter(file => basename(file) === 'index.ts' && file.startsWith('kernel/'))
    const statements =
      /^(import|export)\b[^;]*? from '[^']+'$|^export (type )?\{[^}]*\}$|^(\s|\/\/|\/\*|\*).*$|^\} from '[^']+'$|^export (type )?\{$|^\}?$/
    const offending = faces.filter(file =>
      readFileSync(join(repositoryRoot, file), 'utf8')
        .split('\n')
        .some(line => !statements.test(line)),
    )
    expect(offending).toEqual([])
  })
})
