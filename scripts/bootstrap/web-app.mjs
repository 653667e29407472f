import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from './known-build.mjs'
import { npm } from './npm.mjs'
import { BootstrapError, say, secondsSince } from './report.mjs'
import { withLock } from './with-lock.mjs'

const keptBuilds = 4

/**
 * Builds the browser app unless that was done for these very sources, and links it into the folders that serve it. Its packages are a set of
 * their own, which only this needs.
 * @param {string} root
 * @param {string} node
 * @param {{ servedFrom: string[], signal?: AbortSignal }} options `servedFrom`: folders of the plugin "web", in a build or in the sources
 */
export async function buildWebApp(root, node, { servedFrom, signal }) {
  // A checkout of the server alone.
  if (!hasWebApp(root)) return
  const built = join(root, 'dist', `.web-${fingerprint(root)}`)
  if (!existsSync(built)) {
    await withLock(join(root, 'dist', '.web.lock'), async () => {
      await installWebPackages(root, node, { signal })
      if (!existsSync(built)) await build(root, node, built, signal)
    })
  }
  for (const folder of servedFrom) link(built, join(folder, 'app'))
}

/**
 * @param {string} root
 * @param {string} node
 * @param {{ signal?: AbortSignal }} [options]
 */
export async function installWebPackages(root, node, { signal } = {}) {
  if (!hasWebApp(root)) return
  const folder = join(root, 'apps/web')
  const stamp = join(folder, 'node_modules/.svc-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const startedAt = performance.now()
  say('Installing the packages that build the browser app (120 MB; under a minute, only this once) …')
  await npm(['install', '--no-save', '--include=dev'], { cwd: folder, nodeFolder: dirname(node), signal })
  writeFileSync(stamp, wanted)
  say(`The packages of the browser app are installed (${secondsSince(startedAt)}).`)
}

/**
 * @param {string} root
 * @param {string} node
 * @param {string} output
 * @param {AbortSignal} [signal]
 */
async function build(root, node, output, signal) {
  const startedAt = performance.now()
  const unfinished = `${output}.building`
  rmSync(unfinished, { recursive: true, force: true })
  const args = [join(root, 'apps/web/node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error']
  const child = spawn(node, args, {
    cwd: join(root, 'apps/web'),
    env: { ...process.env, NODE_ENV: 'production', SVC_WEB_OUTPUT: unfinished },
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new BootstrapError('The browser app could not be built: see above. The API works without it.')
  // By one rename: nobody is served half of it.
  renameSync(unfinished, output)
  removeOldBuilds(dirname(output))
  say(`The browser app is built (${secondsSince(startedAt)}).`)
}

/** @param {string} root */
function hasWebApp(root) {
  return existsSync(join(root, 'apps/web/package-lock.json'))
}

/**
 * @param {string} target
 * @param {string} place
 */
function link(target, place) {
  if (!existsSync(dirname(place))) return
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(place) === target) return
  rmSync(place, { recursive: true, force: true })
  // A junction needs no rights on Windows; elsewhere the kind is ignored.
  symlinkSync(target, place, 'junction')
}

/** @param {string} dist */
function removeOldBuilds(dist) {
  const builds = readdirSync(dist)
    .filter(name => /^\.web-[0-9a-f]+$/.test(name))
    .map(name => ({ path: join(dist, name), madeAt: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.madeAt - a.madeAt)
  for (const { path } of builds.slice(keptBuilds)) rmSync(path, { recursive: true, force: true })
}

/**
 * By which a build is known: of everything that it is made of.
 * @param {string} root
 */
export function fingerprint(root) {
  const hash = createHash('sha256')
  const sources = [
    'apps/web',
    'sdk/typescript/src',
    'sdk/plugin/src/library/manual',
    'sdk/plugin/src/library/search',
  ].flatMap(folder => filesBelow(root, folder))
  // Pages of the manual are sources of this build alone.
  const manual = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'))
  for (const path of [...sources, ...manual.map(name => `docs/${name}`)].sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  return hash.digest('hex').slice(0, 16)
}
