import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm } from './npm.mjs'
import { BootstrapError, say } from './report.mjs'

/**
 * True when `node_modules` is what the lock file asks for. The stamp answers in a millisecond; without a fitting one
 * (somebody ran npm by hand) npm's own record of the tree is compared, and the stamp written anew.
 * @param {string} root
 */
export function packagesAreInstalled(root) {
  const { lock, stamp, record } = places(root)
  const wanted = fingerprint(lock)
  if (!directPackagesAreThere(root)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted) return true
  if (!recordFits(lock, record)) return false

  writeFileSync(stamp, `${wanted}\n`)
  return true
}

/**
 * @param {string} root
 * @param {string} node
 */
export async function installPackages(root, node) {
  const { lock, stamp } = places(root)
  say('Installing packages (npm ci) …')
  const install = () => npm(['ci', '--include=dev', '--include=optional'], { cwd: root, nodeFolder: dirname(node) })
  try {
    await install()
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error
    say('That did not work; trying once more …')
    await install()
  }
  if (!directPackagesAreThere(root)) {
    throw new BootstrapError(
      'npm ended without an error, yet packages are missing. Remove node_modules and run the command again.',
    )
  }
  writeFileSync(stamp, `${fingerprint(lock)}\n`)
}

/** @param {string} root */
function places(root) {
  return {
    lock: join(root, 'package-lock.json'),
    // Inside node_modules: npm ci removes the folder first, so an installation that was cut short has no stamp.
    stamp: join(root, 'node_modules', '.svc-installed'),
    record: join(root, 'node_modules', '.package-lock.json'),
  }
}

/** @param {string} lock */
function fingerprint(lock) {
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex')
  return `${hash} ${process.platform}-${process.arch}`
}

/** @param {string} root */
function directPackagesAreThere(root) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies }).every(name =>
    existsSync(join(root, 'node_modules', name, 'package.json')),
  )
}

/**
 * @param {string} lock
 * @param {string} record
 */
function recordFits(lock, record) {
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true
    // Optional packages are for other platforms more often than not.
    if (entry.optional && !present[path]) return true
    return present[path]?.version === entry.version && present[path]?.integrity === entry.integrity
  })
}
