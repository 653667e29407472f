// Makes the home that a commit's server leaves: node --conditions=svc-source test/upgrade/make-home.ts <folder of the commit> <where the archive goes>
// The folder is a checkout of that commit with its packages. Prints what its server answers, as homes.json keeps it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/servers/local-server.ts'
import { packFolder } from './home-archive.ts'
import { OldServer, owner } from './old-server.ts'
import { askAtRest, makeRecords } from './records.ts'

const [checkout = '', archive = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'svc-old-home-'))
const port = await freePort()
const child = spawn(process.execPath, ['--conditions=svc-source', 'apps/server/main.ts'], {
  cwd: checkout,
  env: {
    PATH: process.env['PATH'],
    SVC_HOME: join(folder, 'home'),
    SVC_PORT: String(port),
    SVC_ADMIN_USERNAME: owner.username,
    SVC_ADMIN_PASSWORD: owner.password,
    SVC_LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const server = new OldServer(`http://127.0.0.1:${port}`)
  const isUp = () =>
    fetch(`${server.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await wait(100)
  await server.signIn()
  const { key } = await makeRecords(server)
  const answers = await askAtRest(server)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await writeFile(join(folder, 'home/key.txt'), key)
  await packFolder(join(folder, 'home'), archive)
  process.stdout.write(`${JSON.stringify(answers, null, 2)}\n`)
} finally {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
