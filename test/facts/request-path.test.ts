import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../rooms/planes.ts'
import { repositoryRoot } from '../support/repository.ts'

const owner = { username: 'owner', password: 'correct horse battery' }

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[]
}

const closers: (() => Promise<unknown>)[] = []
let url = ''
let cookie = ''
let ask: <Answer>(method: string, params?: object) => Promise<Answer>

beforeAll(async () => {
  const folder = await temporaryFolder()
  closers.push(() => folder.remove())
  // The sources, also where other tests start a build: its files are no longer those of the repository.
  const program = ['--inspect=127.0.0.1:0', '--conditions=svc-source', join(repositoryRoot, 'apps/server/main.ts')]
  const server = spawn(process.execPath, program, {
    cwd: folder.path,
    env: {
      PATH: process.env['PATH'],
      SVC_HOME: join(folder.path, 'home'),
      SVC_PORT: '0',
      SVC_MANIFESTS: join(repositoryRoot, 'manifests'),
      SVC_MEMORY_EMBEDDER: 'off',
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closers.push(async () => server.kill() && (await once(server, 'exit')))
  const [inspector, address] = await Promise.all([
    found(server.stderr, /Debugger listening on (ws:\S+)/),
    found(server.stdout, /^ *url +(http:\S+)/),
  ])
  url = address
  ask = await inspect(inspector)
  const signedIn = await send('/api/auth/login', owner)
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await ask('Profiler.enable')
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

/** What a line of the stream says; the rest of the stream is read and dropped. */
function found(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const lines = createInterface(stream)
  lines.on('line', line => {
    const match = pattern.exec(line)?.[1]
    if (match !== undefined) resolve(match)
  })
  lines.once('close', () => reject(new Error(`The server ended before it wrote ${String(pattern)}.`)))
  return promise
}

async function inspect(address: string): Promise<typeof ask> {
  const socket = new WebSocket(address)
  closers.push(async () => socket.close())
  await once(socket, 'open')
  const waiting = new Map<number, (answer: never) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: never }
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let last = 0
  return (method, params = {}) =>
    new Promise(resolve => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}

async function send(path: string, body: object | FormData): Promise<Response> {
  const isForm = body instanceof FormData
  const headers = { cookie, ...(!isForm && { 'content-type': 'application/json' }) }
  const answer = await fetch(url + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
  expect(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`).toBe(true)
  return answer
}

/** Files of this repository in the server's process whose functions ran meanwhile; timers that fell due are among them. */
async function filesRunBy(act: () => Promise<unknown>): Promise<string[]> {
  await act()
  // The first time loads modules; what counts is the path of every further request. Taking sets the counts back to zero.
  await ask('Profiler.takePreciseCoverage')
  await act()
  const { result } = await ask<Coverage>('Profiler.takePreciseCoverage')
  const ran = result.filter(script => script.functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
  const files = ran.filter(script => script.url.startsWith('file:')).map(script => fileURLToPath(script.url))
  return files.map(file => relative(repositoryRoot, file)).filter(file => !/^\.\.|node_modules/.test(file))
}

/** `kernel/http`, `plugins/data`: the first two folders of a path. */
const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/')

const actions = {
  async 'app run'() {
    await send('/api/agent-apps/csv-profile/run', { inputs: { csv: 'name,n\nada,1\n' } })
  },
  async 'agent turn'() {
    const conversation = (await (await send('/api/conversations', { model: 'svc/offline' })).json()) as { id: string }
    await (await send(`/api/conversations/${conversation.id}/messages`, { message: 'What is 6 times 7?' })).text()
  },
  async 'dataset import'() {
    const form = new FormData()
    form.append('file', new File(['name,n\nada,1\n'], `${crypto.randomUUID()}.csv`))
    await send('/api/data/import', form)
  },
}

/** Plugins that none of these actions asks. What else the server does meanwhile, such as naming a conversation, is counted too. */
const strangers: ReadonlySet<string> = new Set(['plugins/email', 'plugins/backup'])

it('a request runs files of its own plugins and of none that has nothing to do with it', async () => {
  for (const [action, act] of Object.entries(actions)) {
    const files = await filesRunBy(act)
    const rooms = [...Map.groupBy(files, roomOf)].toSorted(([, a], [, b]) => b.length - a.length)
    const lines = rooms.map(([room, each]) => `${String(each.length).padStart(5)} ${room}`)
    console.log(`${action}: ${files.length} files\n${lines.join('\n')}`)
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter(file => strangers.has(roomOf(file)))).toEqual([])
  }
})
