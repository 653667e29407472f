import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const patienceMs = 5_000
/** How npm writes a setting that has no value. */
const unset = new Set(['null', 'undefined', 'false', '""', "''"])

/** Those that npm's HTTP client reads by itself. */
const proxyVariables = /^(https?_proxy|no_?proxy|proxy)$/i

/**
 * A quick look at where npm would fetch packages: at the registry that it is configured for, or the proxy on the way. npm itself tries
 * for minutes before it says that there is no network.
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ registry: string, reason: string } | null>} null when somebody answers, or when only npm can say whom it asks
 */
export async function unreachableRegistry({ cwd, env }) {
  if (Object.entries(env).some(([name, value]) => proxyVariables.test(name) && value)) return null
  const { registry = '', proxy, noproxy } = await npmSettings({ cwd, env })
  if (noproxy !== undefined && proxy !== undefined) return null
  const url = parsed(proxy ?? registry)
  if (url === null) return null
  const reason = await connectionFault(url)
  return reason === null
    ? null
    : { registry: proxy === undefined ? registry : `${registry} by the proxy ${url.host}`, reason }
}

/** @param {{ cwd: string, env: NodeJS.ProcessEnv }} options */
async function npmSettings({ cwd, env }) {
  const windows = process.platform === 'win32'
  const args = ['config', 'get', 'registry', 'https-proxy', 'proxy', 'noproxy', '--no-update-notifier']
  const child = spawn('npm', args, { cwd, env, shell: windows, stdio: ['ignore', 'pipe', 'ignore'] })
  const failed = new Promise(resolve => child.once('error', () => resolve('')))
  const said = await Promise.race([text(child.stdout), failed])
  const given = [...said.matchAll(/^([a-z-]+) ?= ?(.+)$/gm)].filter(([, , value]) => !unset.has(value))
  const settings = Object.fromEntries(given.map(([, name, value]) => [name, value]))
  return { ...settings, proxy: settings['https-proxy'] ?? settings.proxy }
}

/** @param {string} address */
function parsed(address) {
  try {
    const url = new URL(address)
    return /^https?:$/.test(url.protocol) ? url : null
  } catch {
    return null
  }
}

/**
 * @param {URL} url
 * @returns {Promise<string | null>}
 */
function connectionFault({ hostname, port, protocol }) {
  return new Promise(resolve => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    })
    const end = reason => {
      socket.destroy()
      resolve(reason)
    }
    // Also while the name is looked up, which a socket's own timeout does not cover everywhere.
    const limit = setTimeout(() => end(`no answer within ${patienceMs / 1000} s`), patienceMs)
    socket.once('connect', () => end(null)).once('error', error => end(error.code ?? error.message))
    socket.once('close', () => clearTimeout(limit))
  })
}
