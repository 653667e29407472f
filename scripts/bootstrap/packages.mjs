import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NoNetworkError, npm } from './npm.mjs'
import { BootstrapError, say, secondsSince } from './report.mjs'
import { trimPackages } from './trim-packages.mjs'

/**
 * `run`: what the server and `svc` load. `all`: also what tests, checks and builds for publishing need.
 * @typedef {'run' | 'all'} PackageSet
 */

/**
 * True when `node_modules` holds what the lock file asks for; more than that does no harm. The stamp answers in a millisecond; without a
 * fitting one (somebody ran npm by hand) npm's own record of the tree is compared, and the stamp is written again.
 * @param {string} root
 * @param {PackageSet} set
 */
export function packagesAreInstalled(root, set) {
  const { lock, stamp, record } = places(root)
  if (!directPackagesAreThere(root, set)) return false
  const stamps = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  if (stamps.includes(stampOf(lock, 'all')) || stamps.includes(stampOf(lock, set))) return true
  if (!recordFits(lock, record, set)) return false

  writeFileSync(stamp, `${stampOf(lock, set)}\n`)
  return true
}

/**
 * Adds what is missing to `node_modules`, in the versions of the lock file. What is there and fits stays untouched: a running server may
 * load it yet, so this is `npm install` and not `npm ci`, which empties the folder first.
 * @param {string} root
 * @param {string} node
 * @param {PackageSet} set
 */
export async function installPackages(root, node, set) {
  const { lock, stamp, record } = places(root)
  // Packages for tests that are there already are kept up to date with the rest, or npm would remove them.
  const wanted = set === 'run' && hasDevelopmentPackages(record) ? 'all' : set
  const startedAt = performance.now()
  say(
    wanted === 'all'
      ? 'Installing packages, those of the tests too (810 MB in node_modules; one to two minutes, only this once) …'
      : 'Installing packages (430 MB in node_modules; about a minute, only this once) …',
  )
  // Written again at the end: an installation that was cut short has none.
  rmSync(stamp, { force: true })
  const args = ['install', '--no-save', '--include=optional', wanted === 'all' ? '--include=dev' : '--omit=dev']
  const install = () => npm(args, { cwd: root, nodeFolder: dirname(node) })
  try {
    await install()
  } catch (error) {
    if (!(error instanceof BootstrapError) || error instanceof NoNetworkError) throw error
    say('That did not work; trying once more …')
    await install()
  }
  if (!directPackagesAreThere(root, wanted)) {
    throw new BootstrapError(
      'npm ended without an error, yet packages are missing. Remove node_modules and run the command again.',
    )
  }
  trimPackages(join(root, 'node_modules'))
  writeFileSync(stamp, `${stampOf(lock, wanted)}\n`)
  say(`Packages are installed (${secondsSince(startedAt)}).`)
}

/** @param {string} root */
function places(root) {
  return {
    lock: join(root, 'package-lock.json'),
    stamp: join(root, 'node_modules', '.svc-installed'),
    record: join(root, 'node_modules', '.package-lock.json'),
  }
}

/**
 * @param {string} lock
 * @param {PackageSet} set
 */
function stampOf(lock, set) {
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex')
  return `${hash} ${process.platform}-${process.arch} ${set}`
}

/**
 * @param {string} root
 * @param {PackageSet} set
 */
function directPackagesAreThere(root, set) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(set === 'all' ? { ...dependencies, ...devDependencies } : { ...dependencies }).every(name =>
    existsSync(join(root, 'node_modules', name, 'package.json')),
  )
}

/** @param {string} record */
function hasDevelopmentPackages(record) {
  if (!existsSync(record)) return false
  const { packages } = JSON.parse(readFileSync(record, 'utf8'))
  return Object.values(packages).some(entry => entry.dev === true)
}

/**
 * @param {string} lock
 * @param {string} record
 * @param {PackageSet} set
 */
function recordFits(lock, record, set) {
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true
    if (set === 'run' && (entry.dev || entry.devOptional)) return true
    // Optional packages are for other platforms more often than not.
    if (entry.optional && !present[path]) return true
    return present[path]?.version === entry.version && present[path]?.integrity === entry.integrity
  })
}
