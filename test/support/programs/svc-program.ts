import { join } from 'node:path'
import { repositoryRoot } from '../repository.ts'

/**
 * What Node is started with to run a program of `apps/`: the build that `npm test` made of these sources, which starts in half the
 * time, else the sources themselves.
 */
export function svcProgram(name: 'cli' | 'server'): string[] {
  const build = process.env['SVC_TEST_BUILD']
  if (build !== undefined) return [join(build, 'apps', name, 'main.js')]
  return ['--conditions=svc-source', join(repositoryRoot, 'apps', name, 'main.ts')]
}
