import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './local-server.ts'
import { localhostCertificate, localhostKey } from './test-certificates.ts'

const dovecot = '/usr/sbin/dovecot'
const exim = '/usr/sbin/exim4'

/** Whether there are Dovecot, in the version whose configuration is written here, and Exim. */
export const hasMailServers = existsSync(dovecot) && existsSync(exim) && dovecotVersion().startsWith('2.3.')

/** What the title of a skipped test says. */
export const mailServersNote = hasMailServers
  ? 'Dovecot and Exim'
  : 'Dovecot and Exim (skipped: apt-get install -y dovecot-imapd exim4-daemon-light, with Dovecot 2.3)'

/** Real mail servers on loopback that belong together: what Exim takes for `@example.test`, Dovecot shows. */
export interface MailServers {
  readonly username: string
  readonly password: string
  /** Of the same mailbox, in three ways: 143, 993 and so on elsewhere. */
  readonly imap: { port: number; tlsPort: number }
  readonly smtp: { port: number; tlsPort: number }
  /** Puts a message, byte for byte, into a mailbox. */
  deliver(user: string, source: string | Buffer): Promise<void>
  stop(): Promise<void>
}

const password = 'engine'
const users = ['ada', 'charles']

/** The mailboxes of ada and charles at example.test. Certificates are {@link localhostCertificate}. */
export async function startMailServers(): Promise<MailServers> {
  const account = ordinaryAccount()
  const folder = await mkdtemp(join(tmpdir(), 'svc-mail-'))
  const at = (...names: string[]) => join(folder, ...names)
  const own = async (path: string) => chown(path, account.uid, account.gid)
  await own(folder)
  for (const name of ['mail', 'spool', 'run', ...users.map(user => join('mail', user))]) {
    await mkdir(at(name))
    await own(at(name))
  }
  const ports = { imap: await freePort(), imaps: await freePort(), smtp: await freePort(), smtps: await freePort() }
  const write = async (name: string, text: string, mode = 0o644) => {
    await writeFile(at(name), text, { mode })
    await own(at(name))
  }
  await write('cert.pem', localhostCertificate)
  await write('key.pem', localhostKey, 0o600)
  await write('users', users.map(user => `${user}:{PLAIN}${password}:::::\n`).join(''))
  await write('dovecot.conf', dovecotConfiguration(folder, account, ports))
  await write('exim.conf', eximConfiguration(folder, account, ports))
  const { uid, gid } = account
  const start = (program: string, flags: string[]) => {
    const server = spawn(program, flags, {
      cwd: folder,
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid, gid }),
    })
    const endWithUs = (): void => void server.kill()
    process.once('exit', endWithUs)
    server.once('exit', () => process.removeListener('exit', endWithUs))
    return server
  }
  const servers = [start(dovecot, ['-F', '-c', at('dovecot.conf')]), start(exim, ['-C', at('exim.conf'), '-bdf'])]
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map(end))
    await rm(folder, { recursive: true, force: true })
  }
  const said = async () =>
    (
      await Promise.all(
        [at('dovecot.log'), at('spool', 'exim-main.log')].map(file => readFile(file, 'utf8').catch(() => '')),
      )
    ).join('')
  try {
    for (const port of Object.values(ports)) await listening(port, servers)
  } catch (error) {
    const log = await said()
    await stop()
    throw new Error(`The mail servers did not start:\n${log}`, { cause: error })
  }
  let delivered = 0
  return {
    username: 'ada',
    password,
    imap: { port: ports.imap, tlsPort: ports.imaps },
    smtp: { port: ports.smtp, tlsPort: ports.smtps },
    async deliver(user, source) {
      const place = at('mail', user, 'new')
      for (const name of ['new', 'cur', 'tmp']) {
        await mkdir(at('mail', user, name), { recursive: true })
        await own(at('mail', user, name))
      }
      // Names are in the order of delivery, which is the order Dovecot shows them in.
      const file = join(place, `${1_700_000_000 + delivered++}.M1P1.mail.test`)
      await writeFile(file, source)
      await own(file)
    },
    stop,
  }
}

interface Account {
  name: string
  uid: number
  gid: number
}

/** Neither server may run as root; a test that does not run as root keeps its own account. */
function ordinaryAccount(): Account {
  if (process.getuid?.() !== 0) return { name: userInfo().username, uid: userInfo().uid, gid: userInfo().gid }
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const [name = '', , uid, gid] = lines.find(([each]) => each === 'mail') ?? []
  return { name, uid: Number(uid), gid: Number(gid) }
}

interface Ports {
  imap: number
  imaps: number
  smtp: number
  smtps: number
}

function dovecotConfiguration(folder: string, { name, gid, uid }: Account, { imap, imaps }: Ports): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
default_internal_user = ${name}
default_internal_group = ${groupName(gid)}
default_login_user = ${name}
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`
}

function eximConfiguration(folder: string, { name, gid }: Account, { smtp, smtps }: Ports): string {
  return `
primary_hostname = mail.test
keep_environment =
exim_user = ${name}
exim_group = ${groupName(gid)}
never_users =
deliver_drop_privilege
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/exim-%s.log
local_interfaces = <; [127.0.0.1]:${smtp} ; [127.0.0.1]:${smtps}
tls_on_connect_ports = ${smtps}
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
host_lookup =
rfc1413_hosts =
acl_smtp_rcpt = rcpt
begin acl
rcpt:
  deny message = sign in first
    !authenticated = *
  accept domains = example.test
    local_parts = ${users.join(' : ')}
  deny message = no such mailbox here
begin routers
mailbox:
  driver = accept
  domains = example.test
  local_parts = ${users.join(' : ')}
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${folder}/mail/\${local_part_data}
  maildir_format
  create_directory
  mode_fail_narrower = false
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{ada}}{eq{$auth3}{${password}}}}}
  server_set_id = $auth2
`
}

function groupName(gid: number): string {
  const lines = readFileSync('/etc/group', 'utf8').split('\n')
  return lines.map(line => line.split(':')).find(([, , id]) => Number(id) === gid)?.[0] ?? 'nogroup'
}

function dovecotVersion(): string {
  return execFileSync(dovecot, ['--version'], { encoding: 'utf8' })
}

async function listening(port: number, servers: readonly ChildProcess[]): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (servers.some(({ exitCode }) => exitCode !== null)) throw new Error('A server ended.')
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error(`Nobody listens on ${port}.`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill()
  await ended
}
