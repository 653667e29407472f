import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSvc } from '../support/programs/run-svc.ts'
import { scratchFolder } from '../support/storage/home-copies.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const plugins = ['backup', 'data', 'developer', 'agent-apps', 'sandbox']
let scratch: Awaited<ReturnType<typeof scratchFolder>>
let kernel: TestKernel
let manifests: string
let archive: string

beforeAll(async () => {
  scratch = await scratchFolder()
  manifests = at('manifests')
  await cp(join(repositoryRoot, 'manifests/csv-profile'), join(manifests, 'csv-profile'), { recursive: true })
  await cp(join(manifests, 'csv-profile'), join(manifests, 'mine'), { recursive: true })
  await mkdir(join(manifests, 'mine/node_modules'))
  kernel = await startTestKernel({ plugins, home: at('home'), manifests })
  archive = at('apps.tar.gz')
})
afterAll(async () => {
  await kernel.stop()
  await scratch.remove()
})

function at(...names: string[]): string {
  return join(scratch.path, ...names)
}

async function svc(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runSvc(args, { cwd: scratch.path, env: { SVC_HOME: kernel.home, ...env } })
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  return stdout
}

describe('Agent apps beside the home', () => {
  it('are in its backup, which the API and the command say', async () => {
    const { status, body } = await kernel.request('POST', '/api/backups')
    const said = {
      from: manifests,
      names: ['csv-profile', 'mine'],
      left_out: [{ path: 'mine/node_modules', reason: 'holds packages, which no app may have' }],
    }
    expect([status, body.app_folders]).toEqual([201, said])
    expect((await kernel.request('GET', `/api/backups/${body.name}`)).body).toEqual(body)
    const lines = `It holds 2 agent apps of ${manifests}: csv-profile, mine\nLeft out: mine/node_modules holds packages, which no app may have\n`
    expect(await svc(['backup', 'create', '--output', archive])).toContain(lines)
    expect(await svc(['backup', 'verify', archive])).toContain(lines)
  })

  it('come beside those of another machine with a restore, and never over one', async () => {
    const there = at('clone/manifests')
    await cp(join(manifests, 'csv-profile'), join(there, 'csv-profile'), { recursive: true })
    await writeFile(join(there, 'csv-profile/main.ts'), 'export const mine = 1')
    const env = { SVC_HOME: at('clone-home'), SVC_MANIFESTS: there }
    const said = await svc(['backup', 'restore', archive], env)
    expect(said).toContain(`Put mine beside the agent apps in ${there}.\n`)
    expect(said).toContain(
      `The agent app csv-profile differs from ${join(there, 'csv-profile')}, which was left as it is;`,
    )
    expect(await readFile(join(there, 'csv-profile/main.ts'), 'utf8')).toBe('export const mine = 1')
    const kept = await readFile(at('clone-home/manifests/csv-profile/main.ts'), 'utf8')
    expect(kept).toBe(await readFile(join(manifests, 'csv-profile/main.ts'), 'utf8'))
    const restored = await startTestKernel({ plugins, home: at('clone-home'), manifests: there })
    const { body } = await restored.request('GET', '/api/agent-apps/mine')
    await restored.stop()
    expect(body).toMatchObject({ name: 'mine' })
  })

  it('stay in a home that is only tried out', async () => {
    const said = await svc(['backup', 'restore', archive, '--home', at('trial'), '--json'], {
      SVC_MANIFESTS: at('none'),
    })
    expect(JSON.parse(said)).toMatchObject({
      app_folders: { folder: at('trial/manifests'), placed: [], same: [], kept: ['csv-profile', 'mine'] },
    })
    await expect(readFile(at('none/mine/main.ts'))).rejects.toThrow('ENOENT')
    expect(await readFile(at('trial/manifests/mine/main.ts'), 'utf8')).not.toBe('')
  })
})
