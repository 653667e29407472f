import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findPython, pythonEnvironment } from '../../support/programs/python.ts'
import { repositoryRoot } from '../../support/repository.ts'

const run = promisify(execFile)
const folder = join(repositoryRoot, 'sdk/python')
const failed = (error: { stdout: string }) => error

describe('the Python SDK', () => {
  const python = findPython('pytest', 'httpx')
  it.skipIf(python === null)(
    `passes its own tests${python === null ? ' (no python3 with pytest and httpx here)' : ''}`,
    async () => {
      const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests']
      const { stdout } = await run(python ?? '', args, { cwd: folder, env: pythonEnvironment() }).catch(failed)
      // Those that need a server are run beside one by contract.test.ts.
      expect(stdout).toMatch(/^\d+ passed, \d+ skipped in/m)
      expect(stdout).not.toMatch(/failed|error/)
    },
  )

  const checker = findPython('mypy')
  it.skipIf(checker === null)(`is typed${checker === null ? ' (no python3 with mypy here)' : ''}`, async () => {
    const args = [
      '-m',
      'mypy',
      '--strict',
      '--python-version',
      '3.9',
      '--cache-dir',
      '/dev/null',
      'src/svc_sdk',
      'tests/typed_program.py',
    ]
    const { stdout } = await run(checker ?? '', args, { cwd: folder, env: pythonEnvironment() }).catch(failed)
    expect(stdout).toMatch(/^Success: no issues found/)
  })
})
