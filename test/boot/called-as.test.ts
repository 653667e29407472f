import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePlugin } from '../support/plugin-folder.ts'
import { startServerProcess } from '../support/programs/server-process.ts'

test('the terminal of the server shows hints the way svc was called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-called-'))
  const broken = await writePlugin(folder, 'broken', { manifest: { config: './absent.json' } })
  const env = { SVC_COMMAND: './svc', SVC_PLUGINS: broken }
  const server = startServerProcess({ home: join(folder, 'home'), cwd: folder, env })
  try {
    await server.ready
    const reason = 'or switch the plugin off: ./svc plugin disable broken.'
    expect(server.stdout()).toContain(reason)
    expect(server.stdout()).toContain('or run: ./svc setup)')
    expect(
      JSON.parse(
        server
          .stderr()
          .split('\n')
          .find(line => line.includes('cannot load')) ?? '',
      ),
    ).toMatchObject({
      reason: expect.stringContaining(reason),
    })
  } finally {
    server.signal('SIGTERM')
    await server.exited
    await rm(folder, { recursive: true, force: true })
  }
})
