import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/** All that a build is made of; what it bundles from node_modules is in the lock file. */
const folders = ['apps', 'kernel', 'plugins', 'sdk', 'scripts/build']
const files = ['package.json', 'package-lock.json', 'LICENSE']
const irrelevantFile = /\.(test\.ts|md)$/
/** The browser app is built by itself, while the server already answers. */
const irrelevantPaths = new Set(['apps/web', 'plugins/web/app'])
const irrelevantFolders = new Set(['node_modules', 'dist', 'fixtures', 'tests', '__pycache__', '.mypy_cache'])
/** Written when the packages are whole. */
const installed = 'node_modules/.svc-installed'

/**
 * The files that a build is made of, relative to the root, with slashes.
 * @param {string} root
 */
export function buildSources(root) {
  return [...files, ...folders.flatMap(folder => filesBelow(root, folder))].sort()
}

/**
 * The fresh build, when packages and sources look as they did when it was last found to be theirs. Reading all of them, to be sure,
 * costs more than most commands; this is one look at each file, and loads nothing else.
 * @param {string} root
 * @returns {string | null} its folder
 */
export function knownBuild(root) {
  const stamp = `${root}/dist/.known`
  if (!existsSync(stamp)) return null
  const [name, ...known] = readFileSync(stamp, 'utf8').split('\n')
  const folder = `${root}/dist/${name}`
  return known.join('\n') === lookOf(root).text && existsSync(folder) ? folder : null
}

/**
 * Keeps what everything looks like now, for a build that was just found to be fresh.
 * @param {string} root
 * @param {string} name the name of its folder in `dist`
 */
export function rememberBuild(root, name) {
  const { text, youngestMs } = lookOf(root)
  // A file that was just written may change once more within the same tick of the file system's clock.
  if (Date.now() - youngestMs < 1000) return
  try {
    writeFileSync(`${root}/dist/.known`, `${name}\n${text}`)
  } catch (error) {
    // In somebody else's checkout: then each command reads the sources.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/** @param {string} root */
function lookOf(root) {
  let text = ''
  let youngestMs = 0
  for (const path of [...buildSources(root), installed]) {
    const stats = statSync(`${root}/${path}`, { throwIfNoEntry: false })
    // The time of the last change of anything, which nobody can set back.
    text += stats ? `${path} ${stats.size} ${stats.ctimeMs}\n` : `${path} none\n`
    youngestMs = Math.max(youngestMs, stats?.ctimeMs ?? 0)
  }
  return { text, youngestMs }
}

/**
 * The sources in a folder, relative to the root, with slashes.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(root, folder) {
  if (!existsSync(`${root}/${folder}`)) return []
  const found = []
  for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
    if (irrelevantFolders.has(entry.name) || irrelevantFile.test(entry.name)) continue
    const path = `${folder}/${entry.name}`
    if (irrelevantPaths.has(path)) continue
    if (entry.isDirectory()) found.push(...filesBelow(root, path))
    else if (entry.isFile()) found.push(path)
  }
  return found
}
