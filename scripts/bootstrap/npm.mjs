import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { unreachableRegistry } from './registry.mjs'
import { BootstrapError, say } from './report.mjs'

const slowMs = 45_000

/** To try again at once is of no use. */
export class NoNetworkError extends BootstrapError {}

/**
 * Runs npm to its end; what it has to say is shown.
 * @param {string[]} args
 * @param {{ cwd: string, nodeFolder?: string, signal?: AbortSignal }} options `nodeFolder` stands first on PATH, so npm itself runs under that Node
 */
export async function npm(args, { cwd, nodeFolder, signal }) {
  const windows = process.platform === 'win32'
  const delimiter = windows ? ';' : ':'
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !belongsToOuterNpm(name)))
  if (nodeFolder) env.PATH = `${nodeFolder}${delimiter}${process.env.PATH ?? ''}`

  // Nothing we install has a script that must run: what is native comes prebuilt. This also makes a `nodedir`
  // in the reader's npm configuration harmless, which would compile against the headers of another Node.
  const unreachable = await unreachableRegistry({ cwd, env })
  if (unreachable)
    say(
      `The npm registry ${unreachable.registry} cannot be reached (${unreachable.reason}). Trying with what npm has kept …`,
    )
  const flags = [
    ...(unreachable ? ['--offline'] : []),
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    // npm's own pauses between its tries would leave a reader without a network for minutes without a word.
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ]
  const child = spawn('npm', [...args, ...flags], {
    cwd,
    env,
    shell: windows,
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
  })
  const slow = setTimeout(
    () => say('npm is still at work. If this lasts, see whether the npm registry can be reached: npm ping'),
    slowMs,
  )
  const code = await new Promise((resolve, reject) => {
    child.once('error', error =>
      reject(new BootstrapError(`npm could not be started (${error.message}). Install npm and run the command again.`)),
    )
    child.once('exit', (status, signal) => resolve(signal ? 128 + constants.signals[signal] : status))
  }).finally(() => clearTimeout(slow))
  if (code !== 0 && unreachable) {
    throw new NoNetworkError(
      `The npm registry ${unreachable.registry} cannot be reached (${unreachable.reason}), and npm has not kept all that is needed. ` +
        'Connect this machine to the network, or name a registry or proxy that it reaches (npm config set registry … or https-proxy …), then run the command again.',
    )
  }
  if (code !== 0) {
    throw new BootstrapError(
      `"npm ${args[0]}" failed with exit code ${code}. Check that the npm registry can be reached (npm ping) and that the disk has room, then run the command again.`,
    )
  }
}

/**
 * `npm start` hands its own settings down; those that name a place or a compiler do not hold for another folder and another Node.
 * @param {string} name
 */
function belongsToOuterNpm(name) {
  return /^npm_(config_(nodedir|prefix|local_prefix|global|workspaces?|omit|only|production)|lifecycle_|package_)/i.test(
    name,
  )
}
