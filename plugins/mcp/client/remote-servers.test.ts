import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JsonObject, JsonValue, Principal, ToolProgress } from '@svc/plugin'
import { openEgress, openPrograms, systemClock } from '../../../test/rooms/open-rooms.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { RemoteServers } from './remote-servers.ts'
import type { ServerEntry } from './servers-file/servers-file.ts'
import { everything, startEverything } from '../../../test/support/servers/start-everything.ts'

type Peer = Awaited<ReturnType<typeof startEverything>>

let peer: Peer
let servers: RemoteServers
let noted: string[]
const stop = new AbortController()
const log = recordingLog()
const programs = openPrograms(stop.signal)
const started: number[] = []

const program: ServerEntry = {
  name: 'prog',
  target: {
    kind: 'stdio',
    command: process.execPath,
    args: [everything, 'stdio'],
    env: { GREETING: 'hello' },
    cwd: '/',
  },
}

beforeAll(async () => {
  peer = await startEverything()
  noted = []
  servers = new RemoteServers({
    limits: { call_timeout_seconds: 20, max_result_bytes: 1024 * 1024, stdio_enabled: true },
    egress: openEgress([peer.key]),
    programs: {
      start: async target => {
        const program = await programs.start(target)
        started.push(program.pid)
        return program
      },
    },
    changes: { note: server => void noted.push(server) },
    version: '1.0.0',
    clock: systemClock,
    log,
  })
  const web: ServerEntry = { name: 'Web', target: { kind: 'http', url: peer.url, headers: {} } }
  await servers.use({ servers: [web, program], unusable: [], problem: null })
  await areConnected()
})
afterAll(async () => {
  await servers.close()
  stop.abort()
})

const areConnected = () =>
  vi.waitFor(() => expect(servers.report().map(({ status }) => status)).toEqual(['connected', 'connected']), {
    timeout: 20_000,
  })

function call(name: string, input: JsonObject, progress?: (report: ToolProgress) => void): Promise<JsonValue> {
  const { signal } = new AbortController()
  return servers.call(name, input, { principal: {} as Principal, signal, log, ...(progress && { progress }) })
}

describe.each([
  ['streamable HTTP', 'web'],
  ['its standard input and output', 'prog'],
])('the reference server, over %s', (_how, prefix) => {
  it('is reported with its tools', () => {
    const report = servers.report().find(({ tools }) => tools[0]?.startsWith(`${prefix}__`))
    expect(report).toMatchObject({ status: 'connected', error: null, protocol_version: '2025-11-25' })
    expect(report?.tools).toEqual(expect.arrayContaining([`${prefix}__echo`, `${prefix}__get-tiny-image`]))
  })

  it('reads the effect of a tool from its annotations', () => {
    const effects = new Map(servers.list().map(({ name, effect }) => [name, effect]))
    expect([effects.get(`${prefix}__echo`), effects.get(`${prefix}__gzip-file-as-resource`)]).toEqual([
      prefix === 'prog' ? 'read' : 'external',
      'external',
    ])
  })

  it('gives text, structured results and pictures', async () => {
    expect(await call(`${prefix}__echo`, { message: 'hi' })).toBe('Echo: hi')
    expect(await call(`${prefix}__get-structured-content`, { location: 'Chicago' })).toMatchObject({ temperature: 36 })
    expect(await call(`${prefix}__get-tiny-image`, {})).toMatchObject({
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png', data: expect.any(String) }, { type: 'text' }],
    })
  })

  it('says what is wrong with the arguments', async () => {
    await expect(call(`${prefix}__echo`, { message: 7 })).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringMatching(/expected string/i),
    })
  })

  it('reports its progress', async () => {
    const reported: ToolProgress[] = []
    const given = { duration: 0.1, steps: 2 }
    await call(`${prefix}__trigger-long-running-operation`, given, report => void reported.push(report))
    expect(reported.map(({ progress, total }) => [progress, total])).toEqual([
      [1, 2],
      [2, 2],
    ])
  })
})

it('a program gets what mcp.json names and the path, and nothing of our environment', async () => {
  const environment = JSON.parse((await call('prog__get-env', {})) as string) as object
  expect(environment).toEqual({ GREETING: 'hello', PATH: process.env['PATH'] })
})

it('a program that dies is started again, and its tools stay listed meanwhile', async () => {
  const names = servers.list().map(({ name }) => name)
  process.kill(started.at(-1)!, 'SIGKILL')
  await vi.waitFor(() => expect(statusOf('prog')).toBe('unreachable'))
  expect(servers.list().map(({ name }) => name)).toEqual(names)
  // A call does not wait for the next attempt.
  expect(await call('prog__echo', { message: 'again' })).toBe('Echo: again')
  expect(statusOf('prog')).toBe('connected')
})

it('a server that forgot our session is connected to anew, and one that is gone answers 502', async () => {
  await peer.stop()
  peer = await startEverything(Number(new URL(peer.url).port))
  await expect(call('web__echo', { message: 'hi' })).rejects.toMatchObject({ code: 'upstream_error' })
  expect(await call('web__echo', { message: 'hi' })).toBe('Echo: hi')
  await peer.stop()
  await expect(call('web__echo', { message: 'hi' })).rejects.toMatchObject({ status: 502, code: 'upstream_error' })
  expect(await servers.reconnect('Web')).toMatchObject({
    status: 'unreachable',
    error: expect.stringContaining('cannot be reached'),
    tools: expect.arrayContaining(['web__echo']),
  })
})

it('a server that is taken out of the file takes its tools and its program with it', async () => {
  const running = started.at(-1)!
  await servers.use({ servers: [], unusable: [{ name: 'off', kind: 'http', problem: null }], problem: null })
  expect(servers.list()).toEqual([])
  expect(servers.report()).toMatchObject([{ name: 'off', status: 'disabled', error: null }])
  await vi.waitFor(() => expect(() => process.kill(running, 0)).toThrow('ESRCH'))
  await expect(call('prog__echo', { message: 'hi' })).rejects.toMatchObject({ code: 'upstream_error' })
  expect(new Set(noted)).toEqual(new Set(['Web', 'prog']))
})

function statusOf(name: string): string | undefined {
  return servers.report().find(report => report.name === name)?.status
}

it('a program that falls over, or talks without end, is reported with its last words', async () => {
  const node = (name: string, code: string): ServerEntry => ({
    name,
    target: { kind: 'stdio', command: process.execPath, args: ['-e', code], env: {}, cwd: '/' },
  })
  const endless = "const more = () => process.stdout.write('x'.repeat(65536), more); more()"
  const missing: ServerEntry = {
    name: 'missing',
    target: { kind: 'stdio', command: '/nowhere/server', args: [], env: {}, cwd: '/' },
  }
  const entries = [node('endless', endless), node('falls', "throw new Error('no licence')"), missing]
  await servers.use({ servers: entries, unusable: [], problem: null })
  await vi.waitFor(
    () =>
      expect(servers.report()).toMatchObject([
        { name: 'endless', status: 'unreachable', error: expect.any(String), tools: [] },
        { name: 'falls', status: 'unreachable', error: expect.stringContaining('no licence'), tools: [] },
        { name: 'missing', status: 'unreachable', error: expect.stringContaining('could not be started'), tools: [] },
      ]),
    { timeout: 10_000 },
  )
})
