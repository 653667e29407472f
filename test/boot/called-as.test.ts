import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePlugin } from '../support/plugin-folder.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { startServerProcess } from '../support/programs/server-process.ts'

test('the terminal and the answers of the server show hints the way svc was called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-called-'))
  const broken = await writePlugin(folder, 'broken', { manifest: { config: './absent.json', routes: ['/api/broken'] } })
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
    const answer = await fetch(`${await server.ready}/api/broken`)
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      503,
      expect.stringContaining('"./svc plugin list" on the server says why.'),
    ])
    const home = join(folder, 'home')
    const env = { SVC_HOME: home, SVC_COMMAND: 'npx svc' }
    const before = await runSvcHere(['app', 'list'], { cwd: folder, env })
    expect(before.stderr).toContain('Run "npx svc setup" first.')
  } finally {
    server.signal('SIGTERM')
    await server.exited
    await rm(folder, { recursive: true, force: true })
  }
})
