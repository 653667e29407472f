import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

const launcher = join(repositoryRoot, 'svc')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-launcher-'))
  await symlink(launcher, join(folder, 'svc'))
  await symlink('svc', join(folder, 'again'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function usage(file: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const given = { PATH: process.env['PATH'], HOME: folder, SVC_HOME: join(folder, 'home'), ...env }
  const { stdout } = await promisify(execFile)(file, ['config', 'list', '--help'], { cwd: folder, env: given })
  return stdout.split('\n')[0] ?? ''
}

it('./svc starts from any folder, also through links, and says in its hints how it was called', async () => {
  const path = relative(folder, launcher)
  expect(await Promise.all([usage(path), usage('./svc'), usage(join(folder, 'again'))])).toEqual([
    `Usage: ${path} config list [options]`,
    'Usage: ./svc config list [options]',
    `Usage: ${join(folder, 'again')} config list [options]`,
  ])
})

it('found on PATH it is called svc', async () => {
  expect(await usage('svc', { PATH: `${folder}:${process.env['PATH']}` })).toBe('Usage: svc config list [options]')
})
