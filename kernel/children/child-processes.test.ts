import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChildMethodError, UnavailableError } from '@svc/plugin'
import type { Child, ChildOptions, Logger } from '@svc/plugin'
import { ownTemporaryFolder } from '../../test/support/own-temporary-folder.ts'
import { HardenedChildProcesses } from './index.ts'

const probe = new URL('./fixtures/probe/main.ts', import.meta.url)
const linux = process.platform === 'linux'

let children: HardenedChildProcesses
let stop: AbortController
let logged: string[]

beforeEach(() => {
  logged = []
  stop = new AbortController()
  const write = (_fields: object, message: string) => void logged.push(message)
  const log: Logger = { debug: write, info: write, warn: write, error: write }
  children = new HardenedChildProcesses({ programs: { probe }, log, signal: stop.signal })
})

afterEach(() => children.close())

const start = (options: Partial<ChildOptions> = {}): Promise<Child> =>
  children.spawn('probe', { heapMb: 64, rssMb: 300, ...options })

describe('the pipe', () => {
  it('carries requests both ways, and errors by code and sentence', async () => {
    const child = await start({ methods: { double: value => (value as number) * 2 } })
    expect(await child.request('echo', { text: 'line\nfeed \u2028' })).toEqual({ text: 'line\nfeed \u2028' })
    expect(await child.request('ask', 21)).toBe(42)
    const failed = await child.request('fail', null).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ChildMethodError)
    expect(failed).toMatchObject({ code: 'not_today', message: 'It does not work today.' })
    await expect(child.request('bug', null)).rejects.toThrow(/^An internal error/)
  })

  it.skipIf(process.platform === 'win32')(
    'is of a process that comes after the server, as far as its program says',
    async () => {
      const child = await start()
      expect(getPriority(child.pid)).toBe(Math.min(19, getPriority() + 5))
    },
  )

  it('refuses methods that nobody named, those of Object.prototype too', async () => {
    const child = await start({ methods: { double: () => 1 } })
    await expect(child.request('constructor', null)).rejects.toMatchObject({ code: 'unknown_method' })
    await expect(child.request('askUnknown', null)).rejects.toMatchObject({ code: 'unknown_method' })
  })

  it.each([
    ['no JSON', 'hello\n'],
    ['a number', '7\n'],
    ['a frame without method and id', '{"result":1}\n'],
    ['an id that is no number', '{"id":{},"method":"double"}\n'],
    ['a key that changes prototypes', '{"method":"x","params":{"__proto__":{"a":1}}}\n'],
  ])('kills a child that sends %s, and rejects what waited for it', async (_name, frame) => {
    const child = await start()
    const waiting = child.request('hang', null)
    const talk = child.request('garbage', frame)
    const outcomes = await Promise.allSettled([waiting, talk])
    expect(
      outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason instanceof UnavailableError),
    ).toEqual([true, true])
    expect(await child.exited).toMatchObject({ signal: 'SIGKILL', killed: 'protocol' })
    expect(logged).toContain('A child process was killed for what it sent.')
  })

  it('rejects what waits when the child ends by itself, and says so in the log', async () => {
    const child = await start()
    await expect(child.request('exit', null)).rejects.toBeInstanceOf(UnavailableError)
    expect(await child.exited).toMatchObject({ code: 3, killed: null })
    await expect(child.request('echo', 1)).rejects.toBeInstanceOf(UnavailableError)
    await vi.waitFor(() => expect(logged).toContain('A child process ended by itself.'))
  })

  it('stops waiting when its caller leaves', async () => {
    const child = await start()
    const caller = new AbortController()
    const waiting = child.request('hang', null, caller.signal)
    caller.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    expect(await child.request('echo', 1)).toBe(1)
  })
})

describe('the walls', () => {
  it('leave a child neither environment, files, processes nor threads', async () => {
    const child = await start()
    const denied = 'ERR_ACCESS_DENIED'
    expect(await child.request('walls', 1)).toMatchObject({
      environment: [],
      readsHome: denied,
      writesFile: denied,
      startsProcess: denied,
      startsWorker: denied,
    })
  })

  it.runIf(linux)('keep it from new privileges, files, cores and the network where the system can', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const child = await start()
    const walls = await children.hardening()
    const reached = await child.request('walls', (server.address() as AddressInfo).port)
    server.close()
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8')
    expect(walls.missing.length === 0 || logged.length > 0).toBe(true)
    const works = (tool: string) => !walls.missing.some(sentence => sentence.startsWith(tool))
    if (works('setpriv')) expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    if (works('prlimit')) {
      expect(limits).toMatch(/^Max file size\s+0\s+0\s/m)
      expect(limits).toMatch(/^Max core file size\s+0\s+0\s/m)
      expect(limits).toMatch(/^Max open files\s+48\s+48\s/m)
    }
    if (works('unshare')) expect(reached).toMatchObject({ network: 'ENETUNREACH' })
    if (walls.otherUser) {
      expect((reached as { uid: number }).uid).toBeGreaterThan(60_000)
      expect(status).toMatch(/^CapEff:\s+0+$/m)
    }
  })

  it.runIf(linux)('give each child of a root server a user of its own', async () => {
    const [first, second] = await Promise.all([start(), start()])
    const uids = await Promise.all(
      [first, second].map(async child => ((await child.request('walls', 1)) as { uid: number }).uid),
    )
    const { otherUser } = await children.hardening()
    expect(uids[0] !== uids[1]).toBe(otherUser)
  })

  it.runIf(linux)('end a child that takes more memory than it may', async () => {
    const child = await start({ rssMb: 150 })
    await expect(child.request('hog', null)).rejects.toBeInstanceOf(UnavailableError)
    expect(await child.exited).toMatchObject({ signal: 'SIGKILL', killed: 'rss' })
  })
})

describe('a folder of its own', () => {
  let home: string
  let folder: string

  beforeEach(async () => {
    // As a home is: closed to everybody else, and within it what a child of another user may pass.
    home = await mkdtemp(join(tmpdir(), 'svc-test-'))
    folder = join(home, 'work')
    await mkdir(join(folder, 'out'), { recursive: true })
    await writeFile(join(folder, 'in.txt'), 'hello')
    await writeFile(join(home, 'secret'), 'secret')
    for (const path of [folder, join(folder, 'out')]) await chmod(path, 0o711)
    await chmod(join(folder, 'in.txt'), 0o444)
  })

  afterEach(() => rm(home, { recursive: true, force: true }))

  it('can be read by relative names, and nothing beside it', async () => {
    const child = await start({ folder, args: ['reader'] })
    expect(await child.request('argument', null)).toBe('reader')
    expect(await child.request('read', 'in.txt')).toBe('hello')
    await expect(child.request('read', '../secret')).rejects.toThrow(/^An internal error/)
    expect(await child.request('write', { file: 'out/x', text: '1' })).toBe('ERR_ACCESS_DENIED')
  })

  it('can be written at the place that is named, up to the limit, after it owns the place', async () => {
    const child = await start({ folder, writes: { folder: join(folder, 'out'), maxFileBytes: 1_000_000 } })
    await child.own([join(folder, 'out')])
    expect(await child.request('write', { file: 'out/x', text: 'written' })).toBe('allowed')
    expect(await readFile(join(folder, 'out/x'), 'utf8')).toBe('written')
    expect(await child.request('write', { file: 'in.txt', text: 'changed' })).toBe('ERR_ACCESS_DENIED')
  })

  it('is not given to it through a link', async () => {
    const child = await start({ folder })
    await symlink(join(home, 'secret'), join(folder, 'out/link'))
    await expect(child.own([join(folder, 'out/link')])).rejects.toThrow('no plain file or folder')
  })
})

describe('the working folder of those that have no other', () => {
  const temporary = ownTemporaryFolder()

  it('is one, and gone when the server has stopped, though a child was on its way', async () => {
    await Promise.all([start(), start()])
    expect(await readdir(temporary())).toHaveLength(1)
    const refused = expect(start()).rejects.toBeInstanceOf(UnavailableError)
    await children.close()
    await refused
    expect(await readdir(temporary())).toEqual([])
  })

  it('comes back when the system has removed it', async () => {
    await start()
    const [folder] = await readdir(temporary())
    await rm(join(temporary(), folder!), { recursive: true })
    const child = await start()
    expect(await child.request('echo', 1)).toBe(1)
  })
})

describe('the end', () => {
  it('comes to every child when the server stops', async () => {
    const child = await start()
    stop.abort()
    expect(await child.exited).toMatchObject({ killed: 'stop' })
    await expect(start()).rejects.toBeInstanceOf(UnavailableError)
  })

  it.runIf(linux)('comes to every child when the server is killed', async () => {
    const script = `
      const { HardenedChildProcesses } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const children = new HardenedChildProcesses({ programs: { probe: new URL(${JSON.stringify(probe.href)}) }, log, signal: new AbortController().signal })
      const child = await children.spawn('probe', { heapMb: 64, rssMb: 300 })
      console.log(child.pid)`
    const server = spawn(process.execPath, ['--conditions=svc-source', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    expect(existsSync(`/proc/${pid}`)).toBe(true)
    server.kill('SIGKILL')
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 10_000 })
  })

  it('is a bug of ours where the program is unknown', async () => {
    await expect(children.spawn('nobody', { heapMb: 64, rssMb: 300 })).rejects.toThrow(
      'There is no child program nobody',
    )
  })
})
