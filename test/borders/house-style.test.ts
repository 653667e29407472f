import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
