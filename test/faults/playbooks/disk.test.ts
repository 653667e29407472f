import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startFakeWebHost } from '../../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../support/servers/fake-web-host.ts'
import { hasEnded, PlaybookServer } from './playbook-server.ts'

let host: FakeWebHost | undefined
let server: PlaybookServer | undefined

afterEach(async () => {
  await server?.remove()
  await host?.close()
})

/** A small disk of its own, in a mount namespace that ends with the server. */
function smallDisk(home: string): readonly string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['-r']
  return ['unshare', ...asRoot, '-m', 'sh', '-c', 'mount -t tmpfs -o size=24m none "$0" && exec "$@"', home]
}

async function mayMount(): Promise<boolean> {
  const probe = spawn('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs none /mnt'], { stdio: 'ignore' })
  const [code] = (await once(probe, 'exit').catch(() => [1])) as [number]
  return code === 0
}

/** Takes all the room that is left, to the last block. */
function fill(file: string): void {
  const filler = openSync(file, 'w')
  try {
    for (const size of [1024 * 1024, 64 * 1024, 4096]) {
      const block = Buffer.alloc(size)
      try {
        for (;;) writeSync(filler, block)
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      }
    }
  } finally {
    closeSync(filler)
  }
}

it('a disk that is full at each commit holds a run up, which goes on when there is room and does no finished step again', async context => {
  if (!(await mayMount())) context.skip('no disk of its own can be mounted here')
  const steps = ['a', 'b', 'c', 'd']
  const full: string[] = []
  let filler = ''
  host = await startFakeWebHost((request, response) => {
    const name = request.url?.slice(1) ?? ''
    const isFirst = !full.includes(name)
    if (isFirst) {
      full.push(name)
      fill(filler)
    }
    // 16 kB: what is free within the pages of the file does not take it.
    const text = 'x'.repeat(16_000)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }))
    // Its commit has failed once the server asks again, or says so.
    if (!isFirst) rmSync(filler, { force: true })
    else void failed().then(() => rmSync(filler, { force: true }))
  })
  server = await PlaybookServer.create({ SVC_EGRESS_ALLOW: host.key, SVC_LOG_LEVEL: 'warn' }, smallDisk)
  const { process: running } = await server.live().then(() => server as PlaybookServer)
  filler = join('/proc', String(running.pid), 'root', server.home, 'filler')
  const said = (): string => `${running.stdout()}${running.stderr()}`
  const failed = async (): Promise<void> => {
    const before = said().length
    await expect
      .poll(() => said().slice(before), { timeout: 60_000, interval: 20 })
      .toMatch(/cannot be written|full|SQLITE_FULL/)
  }
  const post = (name: string) => ({
    [name]: { call: 'http', with: { method: 'post', endpoint: `${host?.url}/${name}` } },
  })
  const id = await server.start('full', steps.map(post))
  const ended = await server.reaches(id, hasEnded)
  expect(ended).toMatchObject({ status: 'completed', error: null })
  expect(full).toEqual(steps)
  // Each was in flight when its commit failed, so it came again with its key; none came again once the next had begun.
  const order = host.requests.map(({ path }) => path.slice(1))
  expect(order.filter((name, at) => name !== order[at - 1])).toEqual(steps)
  for (const name of steps) {
    const keys = host.requests
      .filter(({ path }) => path === `/${name}`)
      .map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
    expect(keys.length).toBeGreaterThan(1)
  }
}, 300_000)
