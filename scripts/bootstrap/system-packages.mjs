import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './report.mjs'

/** What the tests use beyond the npm registry: a PostgreSQL server, curl for the manual's commands and jq for a worker in bash, strace for disks that fail, mail servers, a browser, readers of signatures, for the Python SDK a Python with its library, its checker and what packs it, and scikit-learn and onnx to compare models with. */
const wanted = [
  {
    debian: 'postgresql',
    isThere: () =>
      onPath('postgres') ||
      (existsSync('/usr/lib/postgresql') &&
        readdirSync('/usr/lib/postgresql').some(version =>
          existsSync(join('/usr/lib/postgresql', version, 'bin/postgres')),
        )),
  },
  { debian: 'curl', isThere: () => onPath('curl') },
  { debian: 'jq', isThere: () => onPath('jq') },
  { debian: 'strace', isThere: () => onPath('strace') },
  { debian: 'dovecot-imapd', isThere: () => existsSync('/usr/sbin/dovecot') },
  { debian: 'exim4-daemon-light', isThere: () => existsSync('/usr/sbin/exim4') },
  { debian: 'python3-httpx', isThere: () => inPython('httpx') },
  { debian: 'python3-pytest', isThere: () => inPython('pytest') },
  { debian: 'mypy', isThere: () => inPython('mypy') },
  { debian: 'python3-venv', isThere: () => inPython('ensurepip') },
  { debian: 'python3-setuptools', isThere: () => inPython('setuptools') },
  { debian: 'python3-wheel', isThere: () => inPython('wheel') },
  { debian: 'python3-pip', isThere: () => inPython('pip') },
  { debian: 'openssl', isThere: () => onPath('openssl') },
  { debian: 'poppler-utils', isThere: () => onPath('pdfsig') },
  { debian: 'python3-sklearn', isThere: () => inPython('sklearn') },
  { debian: 'python3-onnx', isThere: () => inPython('onnx') },
  {
    debian: 'chromium-headless-shell',
    isThere: () =>
      ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].some(program => onPath(program)),
  },
]

/** Installs what is missing when it may (root on Debian); otherwise says which tests will be skipped. */
export async function installTestSystemPackages() {
  const missing = wanted.filter(need => !need.isThere()).map(need => need.debian)
  if (missing.length === 0) return

  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  const allowed = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (!allowed) {
    say(`Not found: ${missing.join(', ')}. The tests that need them are skipped; on Debian, as root: ${command}`)
    return
  }
  say(`Installing Debian packages: ${missing.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    const answer = spawnSync('apt-get', args, quiet)
    if (answer.status === 0) continue
    say(`apt-get ${args[0]} failed: ${(answer.stderr || answer.error?.message || '').trim().slice(-2000)}`)
    say(`Carrying on; the tests that need ${missing.join(', ')} are skipped.`)
    return
  }
}

/** @param {string} program */
function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some(folder => folder !== '' && isExecutable(join(folder, program)))
}

/**
 * Whether the distribution's Python has the modules: the tests want one Python with all of them, and the first in PATH may be another with a few.
 * @param {string[]} modules
 */
function inPython(...modules) {
  const script = modules.map(name => `import ${name}`).join('\n')
  const program = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
  return spawnSync(program, ['-c', script]).status === 0
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
