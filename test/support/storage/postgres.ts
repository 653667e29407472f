import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { SeparateHost } from '../network/separate-hosts.ts'
import { freePort } from '../servers/local-server.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'
const account = 'svc'
const password = 'only-for-tests'

/** A real PostgreSQL server in a temporary folder. */
export interface TestPostgres {
  /** Of its first database, with a password in it. */
  readonly url: string
  /** Makes one more, empty database and answers its URL. */
  createDatabase(name: string): Promise<string>
  /** Ends the server and keeps its data, as an outage would. */
  halt(): Promise<void>
  /** Ends the server at once, as a machine does that is lost. */
  crash(): Promise<void>
  /** Starts it again after `halt` or `crash`, at the same address. */
  resume(): Promise<void>
  /** Starts a second server with a copy of its data, on whose disk each commit is from now on before it is acknowledged. */
  startStandby(): Promise<TestStandby>
  /** Ends the server and deletes its data. */
  stop(): Promise<void>
}

export interface TestStandby {
  /** `HOST:PORT` */
  address: string
  /** Makes it the primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

export interface TestPostgresOptions {
  isDurable?: boolean
  /** Where it runs; on this machine without it. */
  host?: SeparateHost
}

/**
 * `isDurable`: with the settings of a server in use, so that a commit is on the disk; without, as fast as tests want it.
 * @throws Error with the command that installs PostgreSQL, when its programs are not there
 */
export async function startPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const programs = await findPrograms()
  const user = await unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'svc-postgres-'))
  if (user !== null) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const initArguments = ['-D', data, '-U', account, '-E', 'UTF8', '--locale=C', '--no-sync', `--pwfile=${passwordFile}`]
  const authentication = ['--auth-local=trust', '--auth-host=scram-sha-256']
  await run(join(programs, 'initdb'), [...initArguments, ...authentication], { cwd: folder, ...user })
  const { host = null } = options
  const address = host?.address ?? '127.0.0.1'
  if (host !== null) await appendFile(join(data, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n')
  const port = await freePort()
  const settings = options.isDurable ? durableSettings : fastSettings
  const program = join(programs, 'postgres')
  const start = () => startServer({ program, data, folder, address, port, user, host, settings })
  let server: ChildProcess | null = await start()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    server = null
    await ended
  }
  // Fast shutdown: sessions are ended, the data is left in order.
  const halt = () => end('SIGINT')
  const urlOf = (database: string): string => `postgres://${account}:${password}@${address}:${port}/${database}`
  const ask = (sql: string) =>
    run(join(programs, 'psql'), ['-h', folder, '-p', String(port), '-U', account, '-d', 'postgres', '-c', sql])
  return {
    url: urlOf('postgres'),
    async createDatabase(name) {
      await run(join(programs, 'createdb'), ['-h', folder, '-p', String(port), '-U', account, name])
      return urlOf(name)
    },
    halt,
    crash: () => end('SIGQUIT'),
    async resume() {
      server ??= await start()
    },
    async startStandby() {
      const copy = join(folder, 'standby')
      const from = ['-h', folder, '-p', String(port), '-U', account]
      await run(
        join(programs, 'pg_basebackup'),
        [...from, '-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
        {
          cwd: folder,
          ...user,
        },
      )
      const standbyPort = await freePort()
      const standby = await startServer({
        program,
        data: copy,
        folder,
        address,
        port: standbyPort,
        user,
        host,
        settings,
      })
      await ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
      await ask('SELECT pg_reload_conf()')
      return {
        address: `${address}:${standbyPort}`,
        async promote() {
          await run(join(programs, 'pg_ctl'), ['promote', '-w', '-D', copy], { cwd: folder, ...user })
        },
        async stop() {
          const ended = once(standby, 'exit')
          standby.kill('SIGQUIT')
          await ended
        },
      }
    },
    async stop() {
      await halt()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findPrograms(): Promise<string> {
  const versions = await namesIn(debianFolder)
  const newestFirst = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map(version => join(debianFolder, version, 'bin'))
  const folders = [...newestFirst, ...(process.env.PATH ?? '').split(delimiter)]
  for (const folder of folders) {
    const names = await namesIn(folder)
    if (names.includes('initdb') && names.includes('postgres')) return folder
  }
  throw new Error('These tests need a PostgreSQL server. Install one with: apt-get install -y postgresql')
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => [])
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'))
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (entry === undefined) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.')
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

const fastSettings = ['fsync=off', 'full_page_writes=off', 'shared_buffers=16MB']
const durableSettings = ['fsync=on', 'full_page_writes=on', 'shared_buffers=128MB']

interface ServerOptions {
  program: string
  data: string
  folder: string
  address: string
  port: number
  user: { uid: number; gid: number } | null
  host: SeparateHost | null
  settings: readonly string[]
}

async function startServer(options: ServerOptions): Promise<ChildProcess> {
  const { program, data, folder, address, port, user, host, settings } = options
  const all = [...settings, `listen_addresses=${address}`]
  const flags = ['-D', data, '-p', String(port), '-k', folder, ...all.flatMap(setting => ['-c', setting])]
  // Root enters the host, and leaves its rights behind there.
  const asUser = user && ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  const [first, ...rest] = host === null ? [program] : [...host.through, ...(asUser ?? []), program]
  const server = spawn(first as string, [...rest, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(host === null && user),
  })
  const endWithUs = (): void => void server.kill('SIGQUIT')
  process.once('exit', endWithUs)
  server.once('exit', () => process.removeListener('exit', endWithUs))
  const said: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line)
    if (!/database system is ready to accept (?:read-only )?connections/.test(line)) continue
    server.stderr.resume()
    return server
  }
  throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`)
}
