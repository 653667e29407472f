import { globSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Where the kernel looks for @svc/plugin on behalf of plugins from elsewhere, and the sandbox for the SDK. Not at the top of the build:
 * programs behind walls look there for their packages, and may not.
 */
export const pluginPackage = 'kernel/node_modules/@svc/plugin'
const sdkPackage = 'plugins/sandbox/node_modules/@svc/sdk'

/** What the bundles read while they run. */
const resources = [
  'apps/*/program.json',
  'apps/cli/commands.json',
  'apps/*/*.{js,cjs,R}',
  'plugins/*/**/*.*',
  'kernel/**/*.schema.json',
  'package.json',
  'LICENSE',
]
const exclude = [
  '**/*.ts',
  '**/*.md',
  '**/*.test.*',
  '**/fixtures/**',
  // What tests compare statistics with.
  '**/reference/**',
  '**/node_modules/**',
  // The browser app: it is linked into the build by itself.
  'apps/web/**',
  'plugins/web/app/**',
]

export async function copyResources(root: string, output: string): Promise<void> {
  for (const file of globSync(resources, { cwd: root, exclude })) {
    await mkdir(dirname(join(output, file)), { recursive: true })
    await cp(join(root, file), join(output, file))
  }
  for (const file of globSync(manifests, { cwd: output })) await pointToBundle(join(output, file))
  await writePluginPackage(root, output)
  await copySdk(root, output)
}

/** Where code is named that is imported by its path. */
export const manifests = ['plugins/*/plugin.json', 'apps/cli/commands.json']

/** The files of a manifest's commands, relative to the root. */
export async function commandFiles(root: string, file: string): Promise<string[]> {
  const { commands = [] } = await readJson<CodeOfManifest>(join(root, file))
  return commands.map(({ run }) => join(dirname(file), run.replace(/#.*$/, '')))
}

/** What a manifest names as code stands at the same place in the build, as JavaScript. */
async function pointToBundle(file: string): Promise<void> {
  const manifest = await readJson<CodeOfManifest>(file)
  const { entry, commands, drivers, programs } = manifest
  await writeJson(file, {
    ...manifest,
    ...(entry === undefined ? {} : { entry: inBuild(entry) }),
    ...(commands && { commands: commands.map(command => ({ ...command, run: inBuild(command.run) })) }),
    ...(drivers && { drivers: drivers.map(driver => ({ ...driver, entry: inBuild(driver.entry) })) }),
    ...(programs && { programs: programs.map(program => ({ ...program, entry: inBuild(program.entry) })) }),
  })
}

interface CodeOfManifest {
  entry?: string
  commands?: { run: string }[]
  drivers?: { entry: string }[]
  programs?: { entry: string }[]
}

/** `./cli/run.ts#run` as `./cli/run.js#run`. */
function inBuild(path: string): string {
  return path.replace(/\.ts(?=#|$)/, '.js')
}

/** Makes a package of the entries in the build: a plugin from elsewhere gets the modules that kernel and plugins run on. */
async function writePluginPackage(root: string, output: string): Promise<void> {
  const { name, version, license, type } = await readJson<Record<string, string>>(join(root, 'sdk/plugin/package.json'))
  const exports = {
    '.': './index.js',
    './contracts/*': './contracts/*.js',
    './library/*': './library/*.js',
    './child': './child/index.js',
  }
  const file = join(output, pluginPackage, 'package.json')
  await mkdir(dirname(file), { recursive: true })
  await writeJson(file, { name, version, license, type, exports })
}

/** Agent apps are compiled with the SDK's sources; its published form takes a compiler that would make a start slow. */
async function copySdk(root: string, output: string): Promise<void> {
  const folder = join(output, sdkPackage)
  const { name, version, license, type } = await readJson<Record<string, string>>(
    join(root, 'sdk/typescript/package.json'),
  )
  const sources = join(root, 'sdk/typescript/src')
  await cp(sources, join(folder, 'src'), { recursive: true, filter: path => !path.endsWith('.test.ts') })
  const exports = { './agent-app': './src/agent-app/index.ts', './types': './src/types.ts' }
  await writeJson(join(folder, 'package.json'), { name, version, license, type, exports })
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T
}

async function writeJson(file: string, content: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}
