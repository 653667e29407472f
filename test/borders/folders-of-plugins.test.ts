import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

/** This one looks at the home itself: what it is called, and its backups. */
const withHome = ['backup']

function pluginsThatUse(service: string): string[] {
  const files = globSync('plugins/*/plugin.ts', { cwd: repositoryRoot })
  const using = files.filter(file => readFileSync(join(repositoryRoot, file), 'utf8').includes(`: ${service},`))
  return using.map(file => file.split('/')[1]!).toSorted()
}

it('a plugin keeps its bytes by `contentStore`, not in paths of the home', () => {
  expect(pluginsThatUse('homeFolder')).toEqual(withHome)
})
