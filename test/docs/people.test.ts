import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const page = await readFile(join(repositoryRoot, 'docs/people.md'), 'utf8')
const commands = [...page.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))

let cwd: string
let server: TestKernel

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-docs-people-'))
  server = await startTestKernel({ plugins: ['admin', 'developer'] })
  const grace = { username: 'grace', password: 'correct horse battery', role: 'user' }
  await server.request('POST', '/api/users', { body: grace, as: 'owner' })
})
afterAll(async () => {
  await server?.stop()
  await rm(cwd, { recursive: true, force: true })
})

it('every command of the page about people does what it says', async () => {
  expect(commands.length).toBeGreaterThan(6)
  let invited = ''
  for (const command of commands) {
    const words = command.replace('./svc ', '').split(' ')
    const isRevoking = words[1] === 'revoke-invite'
    // It asks for the password at a terminal.
    const options = words[1] === 'reset-password' ? ['--password-stdin'] : []
    const args = isRevoking ? [...words.slice(0, 2), invited] : [...words, ...options]
    const env = { SVC_HOME: server.home }
    // Only a process of its own has a standard input to read a password from.
    const run = options.length > 0 ? runSvc : runSvcHere
    const { code, stdout, stderr } = await run(args, { cwd, env, input: 'staple correct horse\n' })
    expect({ command, code, stderr }).toMatchObject({ command, code: 0 })
    invited = /inv_\w+/.exec(stdout)?.[0] ?? invited
  }
  const { body } = await server.request('GET', '/api/users', { as: 'owner' })
  expect(body.items.find(({ username }: { username: string }) => username === 'grace')).toMatchObject({
    role: 'admin',
    disabled: false,
  })
  expect((await server.request('GET', '/api/users/invites', { as: 'owner' })).body.items).toEqual([])
})

it('the settings that the page names change what it says', async () => {
  const alone = await startTestKernel({ plugins: ['admin'], env: { SVC_MULTI_USER_ENABLED: 'false' } })
  const { body } = await alone.request('GET', '/api/auth/status', { as: 'none' })
  await alone.stop()
  expect(body.multi_user_enabled).toBe(false)
})
