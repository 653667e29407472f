import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox } from '../support/sandbox.ts'
import type { TestSandbox } from '../support/sandbox.ts'

interface HostFacts {
  environment: string
  privileges: string
  limits: string
  uid: number
  network: string
  folder: string[]
}

function factsOf(pid: number): HostFacts {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    environment: readFileSync(`/proc/${pid}/environ`, 'utf8'),
    privileges: /^NoNewPrivs:\s+(\d)/m.exec(status)?.[1] ?? '',
    limits: readFileSync(`/proc/${pid}/limits`, 'utf8'),
    uid: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]),
    network: readlinkSync(`/proc/${pid}/ns/net`),
    folder: readdirSync(`/proc/${pid}/cwd`),
  }
}

// Another user may not read what lies under /proc for a process that is not his.
const canLook = process.platform === 'linux' && process.getuid?.() === 0
// Some containers forbid root a network of its own; the log says what is missing there.
const hasWalls = canLook && spawnSync('unshare', ['--net', 'setpriv', '--no-new-privs', 'true']).status === 0

describe.skipIf(process.platform === 'win32')('the CPU limit of an app', () => {
  it('is not met by time in which the machine stands still', async () => {
    await using stack = new AsyncDisposableStack()
    const sandbox = await startTestSandbox()
    stack.defer(() => sandbox.close())
    // It looks at the clock before it can be halted, goes on until it has seen the halt, and then for longer than its watch sleeps.
    const app = `export default { run(ctx: any) {
      let last = Date.now()
      ctx.log('begun')
      for (let now = last; now - last < 2000; now = Date.now()) last = now
      for (const seenAt = Date.now(); Date.now() - seenAt < 200; );
      return 'went on'
    } }`
    const outcome = await sandbox.run(app, {
      limits: { cpu_ms: 3000 },
      onLog: () => {
        const host = sandbox.hosts.at(-1)!
        process.kill(host, 'SIGSTOP')
        setTimeout(() => process.kill(host, 'SIGCONT'), 4000)
      },
    })
    expect(outcome).toMatchObject({ status: 'succeeded', output: 'went on' })
    expect(outcome.cpu_ms).toBeLessThan(3000)
  })
})

describe.skipIf(!hasWalls)('the process around an app', () => {
  let sandbox: TestSandbox
  let host: HostFacts

  beforeAll(async () => {
    process.env['SVC_TEST_SECRET'] = 'a secret of the server'
    sandbox = await startTestSandbox()
    const seen: HostFacts[] = []
    await sandbox.run(`export default { run: ctx => ctx.tools.call('look', {}) }`, {
      capabilities: {
        'tools.call': async () => {
          seen.push(...sandbox.hosts.map(factsOf))
          return null
        },
      },
    })
    const [first] = seen
    if (!first) throw new Error('The run made no call.')
    host = first
  })
  afterAll(async () => {
    delete process.env['SVC_TEST_SECRET']
    await sandbox?.close()
  })

  it('holds nothing of the server’s environment', () => {
    expect(host.environment).not.toContain('SVC_TEST_SECRET')
    expect(host.environment).not.toContain('PATH=')
  })

  it('is another user, without a way to new privileges', () => {
    expect(host.uid).not.toBe(0)
    expect(host.privileges).toBe('1')
  })

  it('can write no file, dump no core, and has few processes and files', () => {
    const limit = (name: string) => new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(host.limits)?.[1]
    expect({ size: limit('Max file size'), core: limit('Max core file size'), files: limit('Max open files') }).toEqual(
      {
        size: '0',
        core: '0',
        files: '64',
      },
    )
    expect(limit('Max processes')).toBe('64')
  })

  it('has a network of its own, in which there is nobody, and an empty folder', () => {
    expect(host.network).not.toBe(readlinkSync('/proc/self/ns/net'))
    expect(host.folder).toEqual([])
  })
})
