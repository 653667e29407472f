import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

interface Source {
  file: string
  text: string
}

const sources = globSync('{kernel,plugins,apps,sdk/plugin/src}/**/*.ts', {
  cwd: repositoryRoot,
  exclude: ['**/*.test.ts', '**/node_modules', '**/dist', 'sdk/plugin/src/testing/**'],
}).map(file => ({ file, text: readFileSync(join(repositoryRoot, file), 'utf8') }))

/** `kernel`, `plugins/<id>`, `apps/<name>`; for the SDK the file itself, because what it imports is shared by its importers. */
function ownerOf(file: string): string {
  const [root = '', name = ''] = file.split('/')
  if (root === 'kernel') return root
  return root === 'sdk' ? file : `${root}/${name}`
}

/** Those who import the shared file, by its path in the package or from beside it. */
function ownersOf(folder: string, name: string, all: readonly Source[]): string[] {
  const inPackage = `'@svc/plugin/${folder}/${name}'`
  const nearby = new RegExp(`'\\.{1,2}/(?:${folder}/)?(?:${dirname(name)}/)?${basename(name)}\\.ts'`)
  const users = all.filter(
    ({ file, text }) => text.includes(inPackage) || (file.startsWith('sdk/plugin/src/') && nearby.test(text)),
  )
  return [...new Set(users.map(({ file }) => ownerOf(file)))]
}

function namesIn(folder: string): string[] {
  const cwd = join(repositoryRoot, 'sdk/plugin/src', folder)
  return globSync('**/*.ts', { cwd, exclude: ['**/*.test.ts', '**/generated/**'] }).map(file => file.slice(0, -'.ts'.length))
}

describe('@svc/plugin', () => {
  it.each(['library', 'contracts'])('has nothing of one plugin alone in %s', folder => {
    const names = namesIn(folder)
    expect(names.length).toBeGreaterThan(5)
    const ofOne = names.filter(name => {
      const owners = ownersOf(folder, name, sources)
      // A part of another shared file has that file's users.
      return owners.length < 2 && !owners.some(owner => owner.startsWith('sdk/'))
    })
    expect(ofOne).toEqual([])
  })

  it('counts a plugin once, however many of its files import something', () => {
    const text = `import { openZip } from '@svc/plugin/library/zip'`
    const planted = ['plugins/memory/a.ts', 'plugins/memory/b.ts'].map(file => ({ file, text }))
    expect(ownersOf('library', 'zip', planted)).toEqual(['plugins/memory'])
    expect(ownersOf('library', 'zip', [...planted, { file: 'apps/query-host/main.ts', text }])).toHaveLength(2)
  })
})
