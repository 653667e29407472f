import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '../repository.ts'

/** The Python of the distribution has the distribution's packages; the first in PATH may be another. `SVC_TEST_PYTHON` is one with other versions. */
const { SVC_TEST_PYTHON: chosen } = process.env
const candidates = chosen === undefined ? ['/usr/bin/python3', 'python3'] : [chosen]

/** A Python that has all these modules, such as `httpx`; null where there is none. */
export function findPython(...modules: string[]): string | null {
  const script = `import sys\nassert sys.version_info >= (3, 9)\n${modules.map(name => `import ${name}`).join('\n')}`
  return candidates.find(program => spawnSync(program, ['-c', script]).status === 0) ?? null
}

/** The environment of a program that imports the SDK from its sources and writes nothing beside them. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    PYTHONPATH: join(repositoryRoot, 'sdk/python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
}
