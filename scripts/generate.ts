import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kernelSettings } from '../kernel/config/kernel-settings.ts'
import { kernelEventTypes } from '../kernel/events/event-types.ts'
import type { PluginManifest } from '../kernel/manifest/index.ts'
import { generateAgentAppFiles } from './generate/agent-app-manifests.ts'
import { generateApiExplorer } from './generate/api-explorer.ts'
import { generateCommandTypes } from './generate/command-types.ts'
import { generateConfigTypes } from './generate/config-types.ts'
import { generateEnvExample } from './generate/env-example.ts'
import { withEventCatalogue } from './generate/event-catalogue.ts'
import { commandsPage } from './generate/manual/commands-page.ts'
import { errorsPage } from './generate/manual/errors-page.ts'
import { limitsPage } from './generate/manual/limits/limits-page.ts'
import { manifestsPage } from './generate/manual/manifests-page.ts'
import { metricsPage } from './generate/manual/metrics-page.ts'
import { pluginExportsPage } from './generate/manual/plugin-exports-page.ts'
import { routesPage } from './generate/manual/routes-page.ts'
import { scopesPage } from './generate/manual/scopes-page.ts'
import { generateMetaSchemas } from './generate/meta-schemas.ts'
import type { OpenApiDocument } from './generate/open-api-document.ts'
import { sdkMethodsPage } from './generate/sdk-methods.ts'
import type { SdkSurface } from './generate/sdk-methods.ts'
import { generateSdkTraits } from './generate/sdk-traits.ts'
import { generateSdkTypes, readOpenApi } from './generate/sdk-types.ts'
import { generatePythonModels } from './generate/python/models.ts'
import { generatePythonModules } from './generate/python/modules.ts'
import { generatePythonSync } from './generate/python/sync.ts'
import { withSettingsTables } from './generate/settings-tables.ts'
import { generateManifest } from './generate/plugin-manifest.ts'
import { withLicenceList } from './licences/licence-list.ts'
import type { LockFile } from './licences/licence-list.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface BuiltIn {
  /** Path of the plugin's folder in the repository. */
  folder: string
  manifest: PluginManifest
  /** The content of the schema that `config` names. */
  config?: object
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(root, path), 'utf8')) as T
}

async function builtInPlugins(): Promise<BuiltIn[]> {
  const folders = globSync('plugins/*/plugin.json', { cwd: root }).sort().map(dirname)
  return Promise.all(
    folders.map(async folder => {
      const manifest = await readJson<PluginManifest>(`${folder}/plugin.json`)
      const { config } = manifest
      return { folder, manifest, ...(config && { config: await readJson<object>(join(folder, config)) }) }
    }),
  )
}

/** Every generated file of the repository: its path and what it must hold. */
async function generateAll(): Promise<Map<string, string>> {
  const plugins = await builtInPlugins()
  const [
    manifest,
    commands,
    configs,
    agentApps,
    apiExplorer,
    sdkTypes,
    events,
    settings,
    licences,
    pages,
    metaSchemas,
  ] = await Promise.all([
    generateManifest(),
    commandTypes(plugins),
    configTypes(plugins),
    generateAgentAppFiles(),
    generateApiExplorer(),
    readOpenApi().then(document => sdkFiles(document, plugins)),
    eventsPage(plugins),
    settingsPage(plugins),
    licencesPage(),
    referencePages(plugins),
    generateMetaSchemas(),
  ])
  const files = [
    ...manifest,
    ...commands,
    ...configs,
    ...agentApps,
    ...apiExplorer,
    ...sdkTypes,
    ...events,
    ...settings,
    ...licences,
    ...pages,
    ...metaSchemas,
  ]
  files.push([join(root, '.env.example'), envExample(plugins)])
  return new Map(files.map(([path, content]) => [relative(root, join(root, relative(root, path))), content]))
}

/** What both SDKs have of the API's document, and the manual's pages of their methods, of routes and of limits. */
async function sdkFiles(document: OpenApiDocument, plugins: readonly BuiltIn[]): Promise<Map<string, string>> {
  const methods = sdkMethodsPage(await readJson<SdkSurface>('sdk/surface.json'), document)
  const modules = generatePythonModules(document)
  return new Map([
    ...(await generateSdkTypes(document)),
    ...generateSdkTraits(document),
    ...generatePythonModels(document),
    ...modules,
    ...generatePythonSync(modules),
    [join(root, 'docs/sdk-methods.md'), methods],
    [join(root, 'docs/routes.md'), routesPage(document)],
    [join(root, 'docs/limits.md'), await limitsPage({ root, plugins: schemasOf(plugins), document })],
  ])
}

/** The types of the arguments and options of each plugin's commands, and of those of `svc` itself. */
async function commandTypes(plugins: readonly BuiltIn[]): Promise<Map<string, string>> {
  const own = await readJson<Pick<PluginManifest, 'commands'>>('apps/cli/commands.json')
  const sources = [
    ...plugins.map(({ folder, manifest }) => ({ folder, file: 'plugin.json', commands: manifest.commands })),
    { folder: 'apps/cli', file: 'commands.json', commands: own.commands },
  ]
  return new Map(
    sources.flatMap(({ folder, file, commands = [] }) =>
      commands.length > 0 ? [[join(root, folder, 'generated/commands.ts'), generateCommandTypes(commands, file)]] : [],
    ),
  )
}

/** The type of the kernel's configuration and of each plugin's. */
async function configTypes(plugins: readonly BuiltIn[]): Promise<Map<string, string>> {
  const own = await generateConfigTypes({ ...kernelSettings }, 'kernel-settings.ts')
  const files = new Map([[join(root, 'kernel/config/generated/kernel-config.ts'), own]])
  for (const { folder, manifest, config } of plugins) {
    if (!config) continue
    const content = await generateConfigTypes({ ...config }, basename(manifest.config ?? ''))
    files.set(join(root, folder, 'generated/config.ts'), content)
  }
  return files
}

function envExample(plugins: readonly BuiltIn[]): string {
  return generateEnvExample(schemasOf(plugins))
}

/** The manual's page of the configuration with every setting. */
async function settingsPage(plugins: readonly BuiltIn[]): Promise<Map<string, string>> {
  const page = join(root, 'docs/configuration.md')
  return new Map([[page, withSettingsTables(await readFile(page, 'utf8'), schemasOf(plugins))]])
}

function schemasOf(plugins: readonly BuiltIn[]): Parameters<typeof generateEnvExample>[0] {
  const schemas = plugins.flatMap(({ manifest, config }) => (config ? [[manifest.id, config] as const] : []))
  return new Map(schemas) as Parameters<typeof generateEnvExample>[0]
}

/** The manual's page of events with the types of the kernel and of the built-in plugins. */
async function eventsPage(plugins: readonly BuiltIn[]): Promise<Map<string, string>> {
  const types = [...kernelEventTypes]
  for (const { folder, manifest } of plugins) {
    for (const { type, title, audience = 'workspace', data } of manifest.events ?? []) {
      types.push({ type, title, audience, owner: manifest.id, data: await readJson<object>(join(folder, data)) })
    }
  }
  const page = join(root, 'docs/events.md')
  return new Map([[page, await withEventCatalogue(await readFile(page, 'utf8'), types)]])
}

/** The manual's page of the files that people write, with every field. */
async function filesPage(): Promise<string> {
  const apps = 'plugins/agent-apps'
  return manifestsPage({
    plugin: await readJson<object>('kernel/manifest/plugin.schema.json'),
    app: await readJson<object>(`${apps}/schemas/agent-app.schema.json`),
    appTest: await readJson<object>(`${apps}/schemas/app-test.schema.json`),
    tool: await readJson<object>(`${apps}/schemas/tool.schema.json`),
    config: await readJson<object>(`${apps}/config.schema.json`),
  })
}

/** The manual's pages of commands, error codes, scopes, manifests, metrics and what plugins import. */
async function referencePages(plugins: readonly BuiltIn[]): Promise<Map<string, string>> {
  const own = await readJson<Pick<PluginManifest, 'commands'>>('apps/cli/commands.json')
  const manifests = plugins.map(({ manifest }) => manifest)
  const commands = [own, ...manifests].flatMap(({ commands = [] }) => commands)
  return new Map([
    [join(root, 'docs/commands.md'), commandsPage(commands)],
    [join(root, 'docs/errors.md'), await errorsPage(root)],
    [join(root, 'docs/scopes.md'), scopesPage(manifests)],
    [join(root, 'docs/manifests.md'), await filesPage()],
    [join(root, 'docs/metrics.md'), await metricsPage(root)],
    [join(root, 'docs/plugin-exports.md'), await pluginExportsPage(root)],
  ])
}

/** The manual's page of licences with the packages that run. */
async function licencesPage(): Promise<Map<string, string>> {
  const page = join(root, 'docs/licences.md')
  const lock = await readJson<LockFile>('package-lock.json')
  return new Map([[page, withLicenceList(await readFile(page, 'utf8'), lock)]])
}

/** Files in the generated folders that nothing generates any more. */
function leftovers(wanted: ReadonlyMap<string, string>): string[] {
  return globSync(
    [
      '{kernel,plugins,apps}/*/generated/*',
      'sdk/*/src/generated/*',
      'sdk/python/src/*/_generated/[!_]*.py',
      'sdk/python/src/*/_sync/**/[!_]*.py',
    ],
    { cwd: root },
  ).filter(path => !wanted.has(path) && !path.endsWith('_sync/worker.py'))
}

async function staleFiles(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const stale: string[] = []
  for (const [path, content] of wanted) {
    const file = join(root, path)
    if (!existsSync(file) || (await readFile(file, 'utf8')) !== content) stale.push(path)
  }
  return stale
}

const wanted = await generateAll()
const stale = await staleFiles(wanted)
const extra = leftovers(wanted)

if (process.argv.includes('--check')) {
  for (const path of stale) console.error(`${path} is not what its source generates`)
  for (const path of extra) console.error(`${path} is generated by nothing`)
  if (stale.length + extra.length > 0) {
    console.error('Run "npm run generate" and commit the result.')
    process.exit(1)
  }
  console.log(`${wanted.size} generated files are up to date`)
} else {
  for (const path of stale) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), wanted.get(path) ?? '')
    console.log(`wrote ${path}`)
  }
  for (const path of extra) await rm(join(root, path))
  console.log(`${wanted.size} generated files, ${stale.length} changed, ${extra.length} removed`)
}
