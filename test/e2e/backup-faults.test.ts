import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestBackups, verifyTestArchive } from '../rooms/plugins/backups.ts'
import { scratchFolder } from '../support/storage/home-copies.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import { svcProgram } from '../support/programs/svc-program.ts'
import { repositoryRoot } from '../support/repository.ts'

const flags = ['--conditions=svc-source', join(repositoryRoot, 'test/support/programs/backup-worker.ts')]
const children: ChildProcess[] = []
let scratch: Awaited<ReturnType<typeof scratchFolder>>
let home: string

beforeEach(async () => {
  scratch = await scratchFolder()
  home = join(scratch.path, 'home')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await scratch.remove()
})

it('leaves only whole backups behind when it is killed, and the next start clears the rest away', async () => {
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, [...flags, 'repeat', home], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const lines = createInterface({ input: child.stdout })
    // After the first finished one, at some place in the second.
    for await (const line of lines) if (line.includes('svc-backup-')) break
    await new Promise(resolve => setTimeout(resolve, Math.random() * 100))
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const room = await startTestBackups({ home })
  const names = await readdir(join(home, 'backups'))
  const archives = names.filter(name => name.endsWith('.tar.gz'))
  for (const name of archives) await verifyTestArchive(join(home, 'backups', name))
  const others = names.filter(name => !archives.includes(name.replace(/\.sha256$/, '')))
  expect([archives.length >= 3, others]).toEqual([true, []])
  await room.stop()
})

it('leaves a whole home or none when a restore is killed, and the next restore clears the rest away', async () => {
  const room = await startTestBackups({ home, version: () => '0.0.1' })
  for (let index = 0; index < 300; index += 1) room.note(`${index}`.repeat(2000))
  const { path: archive } = await room.service.create({ reason: 'manual' })
  await room.stop()
  const restored = join(scratch.path, 'restored')
  for (let round = 0; round < 4; round += 1) {
    const args = [...svcProgram('cli'), 'backup', 'restore', archive, '--home', restored]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    children.push(child)
    const ended = once(child, 'exit')
    // After "Unpacking and checking", at some place before its end or after it.
    await once(child.stderr, 'data')
    await new Promise(resolve => setTimeout(resolve, Math.random() * 500))
    child.kill('SIGKILL')
    await ended
    if (existsSync(restored)) {
      expect(await readdir(restored)).toContain('home.json')
      await rm(restored, { recursive: true })
    }
  }
  expect(await restoreTestArchive(archive, restored)).toMatchObject({ users: 1, workspaces: 1 })
  expect((await readdir(scratch.path)).toSorted()).toEqual(['home', 'restored'])
})

it('says storage_full on a full disk, leaves nothing behind, and works again when there is room', async context => {
  const mount = `mkdir -p "$0" && mount -t tmpfs -o size=12m none "$0" && exec "$@"`
  const asRoot = process.getuid?.() === 0 ? [] : ['-r']
  const command = [...asRoot, '-m', 'sh', '-c', mount, home, process.execPath, ...flags, 'fill', join(home, 'inside')]
  const child = spawn('unshare', command, { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (/unshare|mount:/.test(errors) && said === '') context.skip(`no disk of its own can be mounted here: ${errors}`)
  expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toEqual({
    code: 'storage_full',
    left: [],
    rows: 301,
    names: 2,
  })
})
