import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startTestKernel } from '../../rooms/kernel.ts'
import { ownTemporaryFolder } from '../../support/own-temporary-folder.ts'
import { findPython, pythonEnvironment } from '../../support/programs/python.ts'
import { runSvc } from '../../support/programs/run-svc.ts'
import { startServerProcess } from '../../support/programs/server-process.ts'
import type { ServerProcess } from '../../support/programs/server-process.ts'
import { repositoryRoot } from '../../support/repository.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import { startFaultyProxy } from '../faulty-proxy.ts'

const python = findPython('httpx')
const folder = ownTemporaryFolder()
const programOf = (name: string): string => join(repositoryRoot, 'test/sdk/python', name)
const environment = (url: string, key: string) => ({ ...pythonEnvironment(), SVC_BASE_URL: url, SVC_API_KEY: key })
const word = (text: string) =>
  `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"fake-model","choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`

describe.skipIf(python === null)('a program with the Python SDK', () => {
  it('sends and reads a file without holding it', async () => {
    const server = await startTestKernel({ plugins: ['developer', 'files'] })
    const { stdout } = await promisify(execFile)(python ?? '', [programOf('large_files.py'), '128', folder()], {
      env: environment(server.url, server.key),
    }).finally(() => server.stop())
    const { sizes, grown } = JSON.parse(stdout) as { sizes: unknown; grown: number }
    const size = 128 * 1024 * 1024
    expect(sizes).toEqual({ put: size, whole: size, pieces: size, read: size })
    expect(grown).toBeLessThanOrEqual(30)
  })

  it.skipIf(process.platform !== 'linux')('leaves nothing of a thousand calls that were ended', async () => {
    const server = await startTestKernel({ plugins: ['developer', 'memory'] })
    const { stdout } = await promisify(execFile)(python ?? '', [programOf('ended_calls.py')], {
      env: environment(server.url, server.key),
    }).finally(() => server.stop())
    expect(JSON.parse(stdout)).toEqual({ ended: 1000, tasks: 0, sockets: 0, threads: 0 })
  })

  it('loses no word and doubles none when the server is killed in the middle of a stream and started again', async () => {
    const models = await startFakeModelServer()
    const home = await mkdtemp(join(tmpdir(), 'svc-sdk-killed-'))
    const env = {
      SVC_MODEL_BASE_URL: models.baseUrl,
      SVC_ADMIN_USERNAME: 'owner',
      SVC_ADMIN_PASSWORD: 'correct horse battery',
    }
    const kill = async (running: ServerProcess): Promise<void> => {
      running.signal('SIGKILL')
      await running.exited
    }
    let server = startServerProcess({ home, env })
    try {
      await using proxy = await startFaultyProxy({ target: await server.ready })
      const { stdout: key } = await runSvc(['key', 'create', 'reader'], { cwd: home, env: { SVC_HOME: home } })
      models.script({ rawChunks: ['One ', 'fish, ', 'two ', 'fish'].map(word), ending: 'hang' })
      const program = spawn(python ?? '', [programOf('killed_server.py')], {
        env: environment(proxy.url, key),
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const lines: string[] = []
      let read = ''
      for await (const line of createInterface(program.stdout)) {
        lines.push(line)
        const { content } = JSON.parse(line) as { content?: string }
        const isFirst = read === '' && content !== undefined && content !== ''
        read += content ?? ''
        if (!isFirst) continue
        await kill(server)
        server = startServerProcess({ home, env })
        proxy.retarget(await server.ready)
        program.stdin.write('\n')
      }
      const messages = JSON.parse(lines.pop() ?? '[]') as unknown[]
      expect(messages).toEqual([
        expect.objectContaining({ role: 'user', content: 'Count the fish.' }),
        { role: 'assistant', content: read, finish_reason: 'interrupted' },
      ])
      const ids = lines.map(line => (JSON.parse(line) as { id: string }).id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(proxy.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))).toHaveLength(1)
    } finally {
      await kill(server)
      await models.close()
      await rm(home, { recursive: true, force: true })
    }
  })
})
