import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { routeSource, writePlugin } from '../support/plugin-folder.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess, ServerProcessOptions } from '../support/programs/server-process.ts'

let folder: string
const started: ServerProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-process-'))
  await mkdir(join(folder, 'home'))
})

afterEach(async () => {
  for (const server of started.splice(0)) {
    server.signal('SIGKILL')
    await server.exited
  }
  await rm(folder, { recursive: true, force: true })
})

function start(options: Partial<ServerProcessOptions> = {}): ServerProcess {
  const server = startServerProcess({ home: join(folder, 'home'), ...options })
  started.push(server)
  return server
}

test('the banner names address, setup link, data folder, database, model, plugins and the time it took', async () => {
  const server = start({ env: { SVC_PLUGIN_WEBHOOKS_ENABLED: 'false' } })
  const url = await server.ready
  const banner = server.stdout().trimEnd()
  expect(banner).toMatch(/^svc \d+\.\d+\.\d+ is ready\n/)
  const rows = Object.fromEntries(
    banner
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(/ {2,}/)),
  )
  expect(rows).toEqual({
    url,
    setup: expect.stringMatching(new RegExp(`^${url}/auth/setup#token=\\S+ \\(once; or run: svc setup\\)$`)) as string,
    'setup token': expect.stringMatching(/^\S{20,}$/) as string,
    'data folder': join(folder, 'home'),
    database: 'files in the data folder',
    first: 'open the setup link in a browser and make the owner',
    stop: 'Ctrl-C',
    model: expect.stringContaining('svc/offline') as string,
    plugins: expect.stringMatching(/^\d+ on, 1 off, 0 failed$/) as string,
    'ready in': expect.stringMatching(/^\d+ ms$/) as string,
  })
  expect(server.stdout()).not.toContain('_token":')
})

test('plugins and their times are listed with --verbose alone, and one that failed always', async () => {
  const broken = await writePlugin(folder, 'broken', {
    manifest: { on_failure: 'degrade' },
    setup: "throw new Error('no luck')",
  })
  const env = { SVC_PLUGIN_WEBHOOKS_ENABLED: 'false', SVC_PLUGINS: broken }
  const verbose = start({ env, flags: ['--verbose'] })
  await verbose.ready
  const [table = ''] = verbose.stdout().split('\n\n')
  expect(table).toMatch(/^ +plugin +ms +outcome\n/)
  expect(table).toMatch(/^ +admin +\d+\.\d +running$/m)
  expect(table).toMatch(/^ +webhooks +- +disabled$/m)
  verbose.signal('SIGTERM')
  await verbose.exited

  const quiet = start({ env })
  await quiet.ready
  expect(quiet.stdout()).toMatch(/^ +broken .*no luck/m)
  expect(quiet.stdout()).not.toMatch(/^ +(admin|webhooks) /m)
})

test('SIGTERM ends open streams, takes no new request, and exits with 0', async () => {
  const plugin = await writePlugin(folder, 'stream', {
    manifest: { routes: ['/api/stream'] },
    setup: routeSource(
      '/api/stream',
      `(request, reply) => reply.sse((async function* () {
        yield { id: '1', type: 'first', data: { type: 'first' } }
        await new Promise(resolve => request.signal.addEventListener('abort', resolve))
      })())`,
      "permission: 'public', longRunning: true,",
    ),
  })
  const server = start({ env: { SVC_PLUGINS: plugin } })
  const url = await server.ready
  const stream = await fetch(`${url}/api/stream`)
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('event: first')

  server.signal('SIGTERM')
  for (let next = await reader.read(); !next.done; next = await reader.read())
    expect(next.value).not.toContain('event: first')
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  expect(await server.exited).toEqual({ code: 0, signal: null })
})

test('a running request gets its answer before the server ends', async () => {
  const plugin = await writePlugin(folder, 'slow', {
    manifest: { routes: ['/api/slow'] },
    setup: `
      ${routeSource(
        '/api/slow',
        `async () => {
        env.log.warn({}, 'request is running')
        await env.clock.sleep(300)
        return { done: true }
      }`,
      )}`,
  })
  const server = start({ env: { SVC_PLUGINS: plugin } })
  const url = await server.ready
  const slow = fetch(`${url}/api/slow`)
  await expect.poll(() => server.stderr(), { timeout: 20_000 }).toContain('request is running')
  server.signal('SIGTERM')
  const answer = await slow
  expect([answer.status, await answer.json()]).toEqual([200, { done: true }])
  expect((await server.exited).code).toBe(0)
})

test('a second Ctrl-C does not wait for what hangs', async () => {
  const plugin = await writePlugin(folder, 'hanging', {
    setup: "env.onStop(() => { env.log.warn({}, 'hanging'); return new Promise(() => {}) })",
  })
  const server = start({ env: { SVC_PLUGINS: plugin } })
  await server.ready
  server.signal('SIGINT')
  await expect.poll(() => server.stderr(), { timeout: 20_000 }).toContain('"hanging"')
  server.signal('SIGINT')
  expect(await server.exited).toEqual({ code: 130, signal: null })
})

test('SIGTERM as often as it comes waits for what runs', async () => {
  const plugin = await writePlugin(folder, 'lasting', {
    setup:
      "env.onStop(async () => { env.log.warn({}, 'lasting'); await env.clock.sleep(500); env.log.warn({}, 'ended well') })",
  })
  const server = start({ env: { SVC_PLUGINS: plugin } })
  await server.ready
  server.signal('SIGTERM')
  await expect.poll(() => server.stderr(), { timeout: 20_000 }).toContain('"lasting"')
  server.signal('SIGTERM')
  server.signal('SIGINT')
  expect(await server.exited).toEqual({ code: 0, signal: null })
  expect(server.stderr()).toContain('ended well')
})

test('a signal during the start stops the server without a banner', async () => {
  const plugin = await writePlugin(folder, 'thoughtful', {
    setup: "env.log.warn({}, 'thinking'); await env.clock.sleep(500)",
  })
  const server = start({ env: { SVC_PLUGINS: plugin } })
  await expect.poll(() => server.stderr(), { timeout: 20_000 }).toContain('thinking')
  server.signal('SIGTERM')
  expect(await server.exited).toEqual({ code: 0, signal: null })
  expect(server.stdout()).not.toContain('is ready')
})

test('a second server on one home exits with 75 and says so, and the first goes on', async () => {
  const first = start()
  const url = await first.ready
  const second = start()
  expect((await second.exited).code).toBe(75)
  expect(second.stderr()).toMatch(
    /^svc cannot start: there is one problem\.\n\nhome \(SVC_HOME\)\n {2}The home .* is in use by another svc process\./,
  )
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('a killed server leaves the home free for the next', async () => {
  const first = start()
  await first.ready
  first.signal('SIGKILL')
  await first.exited
  await expect(start().ready).resolves.toMatch(/^http:/)
})

test('configuration problems are reported without a stack and exit with 78', async () => {
  await writeFile(join(folder, 'svc.config.yaml'), 'prot: 1\n')
  const server = start({ flags: ['--hots', 'x', '--port=many'], cwd: folder })
  expect((await server.exited).code).toBe(78)
  expect(server.stdout()).toBe('')
  expect(server.stderr()).toMatch(/^svc cannot start: there are 3 problems\./)
  expect(server.stderr()).toMatch(/--hots\n {2}Unknown flag\. Did you mean --host\?/)
  expect(server.stderr()).not.toMatch(/^ +at /m)
})

test('a taken port is reported with the remedy, and the home is free again', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = start({ flags: ['--port', String(port)] })
  expect((await server.exited).code).toBe(1)
  expect(server.stderr()).toContain(
    `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port`,
  )
  expect(server.stderr()).not.toMatch(/^ +at /m)
  other.close()
  await expect(start().ready).resolves.toMatch(/^http:/)
})

test('wrong use of the command line is refused before anything is read', async () => {
  const server = start({ flags: ['serve', '-p', '1'] })
  expect((await server.exited).code).toBe(2)
  expect(server.stderr()).toContain('"serve" is not expected here')
  expect(server.stderr()).toContain('There are no short flags like -p')
})

test('the owner named by the environment can sign in, and no setup link is printed', async () => {
  await writeFile(join(folder, 'password'), 'correct horse battery\n')
  const server = start({ env: { SVC_ADMIN_USERNAME: 'ada', SVC_ADMIN_PASSWORD_FILE: join(folder, 'password') } })
  const url = await server.ready
  expect(server.stdout()).not.toContain('setup')
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'correct horse battery' }),
  })
  expect(answer.status).toBe(200)
})
