import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rememberBuild } from './known-build.mjs'
import { rightNpmCommand } from './npm-options.mjs'
import { installPackages, packagesAreInstalled } from './packages.mjs'
import { BootstrapError, say } from './report.mjs'
import { installNode, nodeAtHand } from './runtime.mjs'
import { fileRequest, fromSources, toolRequest } from './requests.mjs'
import { run } from './run.mjs'
import { freshServerBuild, serverBuild } from './server-build.mjs'
import { installTestSystemPackages } from './system-packages.mjs'
import { buildWebApp, installWebPackages } from './web-app.mjs'
import { withLock } from './with-lock.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * Makes sure that Node 24 and the packages of the lock file are there, then runs what it is asked for:
 * `start …` (the server, built when it is stale), `svc …`, `node <file> …`, `test …` or the name of a program in `node_modules/.bin`.
 * @param {string[]} request
 */
export async function enter(request) {
  try {
    const command = request[0] === 'start' ? rightNpmCommand(root, request.slice(1), process.env) : null
    if (command !== null)
      throw new BootstrapError(
        `npm keeps the options before "--" for itself, so nothing was started. Write: ${command}`,
      )
    const node = await prepare(packageSetFor(request))
    if (request[0] === 'start') process.env.SVC_COMMAND ||= process.platform === 'win32' ? 'npx svc' : './svc'
    const args = await argumentsFor(request, node)
    const env = request[0] === 'test' ? await testEnvironment(node) : {}
    const pages = request[0] === 'start' ? pagesInBackground(node) : null
    await run({ root, node, args, env })
    pages?.stop()
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

/**
 * @param {string[]} request
 * @param {string} node
 * @returns {Promise<string[]>} what Node is started with
 */
async function argumentsFor(request, node) {
  const [name, ...args] = request
  if (name === 'start') return [join(await freshServerBuild(root, node), 'apps/server/main.js'), ...args]
  if (name === 'svc') {
    const build = serverBuild(root)
    if (build.isThere) rememberBuild(root, basename(build.folder))
    // A command does not wait for a build.
    return build.isThere
      ? [join(build.folder, 'apps/cli/main.js'), ...args]
      : [...fromSources, join(root, 'apps/cli/main.ts'), ...args]
  }
  if (name === 'web') {
    const servedFrom = [join(await freshServerBuild(root, node), 'plugins/web'), join(root, 'plugins/web')]
    await buildWebApp(root, node, { servedFrom })
    return ['--eval', '']
  }
  // The checks read the types of the packages that the browser app is made of.
  if (['eslint', 'tsc', 'depcruise'].includes(name)) await installWebPackages(root, node)
  if (name === 'node') return [...fromSources, ...fileRequest(root, args)]
  return [...fromSources, ...toolRequest(root, name === 'test' ? ['vitest', 'run', ...args] : request)]
}

/**
 * Makes the pages while the server answers already; until they are there, it says so in the browser.
 * @param {string} node
 */
function pagesInBackground(node) {
  const stopping = new AbortController()
  const servedFrom = [join(serverBuild(root).folder, 'plugins/web')]
  buildWebApp(root, node, { servedFrom, signal: stopping.signal }).catch(error => {
    if (!stopping.signal.aborted) say(error instanceof BootstrapError ? error.message : String(error.stack))
  })
  return { stop: () => stopping.abort() }
}

/**
 * What the tests need beside the packages. They start the server and commands again and again, which takes half as long from a build;
 * sources that cannot be built are tested as they are.
 * @param {string} node
 */
async function testEnvironment(node) {
  await installTestSystemPackages()
  try {
    const build = await freshServerBuild(root, node)
    await buildWebApp(root, node, { servedFrom: [join(build, 'plugins/web'), join(root, 'plugins/web')] })
    return { SVC_TEST_BUILD: build }
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error
    say('The tests start the server from its sources.')
    return {}
  }
}

/**
 * @param {string[]} request
 * @returns {import('./packages.mjs').PackageSet}
 */
function packageSetFor([name]) {
  return name === 'start' || name === 'svc' ? 'run' : 'all'
}

/**
 * @param {import('./packages.mjs').PackageSet} set
 * @returns {Promise<string>} the path of the Node to carry on in
 */
async function prepare(set) {
  const ready = nodeAtHand(root)
  if (ready && packagesAreInstalled(root, set)) return ready

  // Two first starts at once: the second waits, then finds everything done.
  return await withLock(join(root, '.runtime', 'install.lock'), async () => {
    const node = nodeAtHand(root) ?? (await installNode(root))
    if (!packagesAreInstalled(root, set)) await installPackages(root, node, set)
    return node
  })
}
