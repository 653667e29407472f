import { unescape } from 'node:querystring'
import type { ConfiguredSetting, JsonSchema } from '@svc/plugin'
import { refuse } from '../boot-error.ts'
import type { BootProblem } from '../boot-error.ts'
import { chosenFile, readChosen } from './chosen-settings.ts'
import type { ChosenSettings } from './chosen-settings.ts'
import { readConfigFile } from './config-file.ts'
import type { ConfigFile } from './config-file.ts'
import type { KernelConfig } from './generated/kernel-config.ts'
import { kernelSettings } from './kernel-settings.ts'
import { resolvePaths } from './parse-text.ts'
import { withoutServiceLinks } from './service-links.ts'
import { descriptionOf, findValue, pathOf } from './setting-sources.ts'
import type { FoundValue, SettingSources } from './setting-sources.ts'
import { enabledSetting, settingsOf } from './setting.ts'
import type { Setting, SettingsSchema } from './setting.ts'
import { unknownKeys } from './unknown-keys.ts'

interface ConfigReaderOptions {
  flags?: Readonly<Record<string, string>>
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Takes the place of the configured home, as for a kernel on a scratch home. */
  home?: string
  /** Takes the place of what the home says was chosen in the app. */
  chosen?: ChosenSettings
}

/**
 * Reads the configuration in the order in which it can be known: the kernel's slice, then, once the plugins are found, theirs.
 * Problems are collected, never thrown.
 */
export class ConfigReader {
  readonly problems: BootProblem[] = []
  readonly #options: ConfigReaderOptions
  readonly #origins: ConfiguredSetting[] = []
  readonly #known: Setting[] = []
  readonly #secrets: string[] = []
  #file: ConfigFile | null = null
  #home: string | null = null
  #chosen: ChosenSettings = {}

  constructor(options: ConfigReaderOptions) {
    this.#options = { ...options, env: withoutServiceLinks(options.env) }
  }

  /** Where every value came from, secrets redacted, in the order of the schemas. */
  get origins(): readonly ConfiguredSetting[] {
    return this.#origins
  }

  /** The values of the secrets that were read: the log redacts them. */
  get secrets(): readonly string[] {
    return this.#secrets
  }

  async kernel(): Promise<KernelConfig> {
    const settings = await this.#findHome()
    const config = await this.#slice(settings, kernelSettings)
    return { ...(config as unknown as KernelConfig), home: String(this.#home) }
  }

  /**
   * The kernel's slice as it is written, unchecked: it says where the home and the plugins are, whatever else is wrong. `problems` are
   * what keeps it from being read.
   */
  async unchecked(): Promise<{ values: Readonly<Record<string, unknown>>; problems: readonly BootProblem[] }> {
    const settings = await this.#findHome()
    const problems = [...this.problems]
    return { values: { ...(await this.#slice(settings, null)), home: String(this.#home) }, problems }
  }

  /** Opens the file that holds, which may be the one in the home. */
  async #findHome(): Promise<Setting[]> {
    await this.#openFile(this.#options.cwd)
    const settings = settingsOf(kernelSettings)
    const home = settings.find(setting => setting.key === 'home')
    const found = home ? this.#find(home) : null
    const configured = resolvePaths(found?.value ?? home?.schema['default'], home?.schema ?? {}, this.#folders())
    this.#home = this.#options.home ?? String(configured)
    if (!this.#file) await this.#openFile(this.#home)
    this.#chosen = this.#options.chosen ?? (this.problems.length > 0 ? {} : await readChosen(this.#home))
    return settings
  }

  /** A plugin's slice, with defaults, paths made absolute. One that is switched off may lack what its schema demands. */
  async plugin(
    id: string,
    schema: SettingsSchema | null,
    { isOff }: { isOff: boolean },
  ): Promise<Record<string, unknown>> {
    const { required, ...lenient } = schema ?? {}
    const checked = isOff || required === undefined ? lenient : { ...lenient, required }
    const settings = settingsOf(checked, { kind: 'plugin', id })
    for (const { key } of settings.filter(each => this.#known.some(known => known.key === each.key))) {
      const message = `its setting ${key} is known already. Give it another name, or leave "x-top-level" out.`
      this.problems.push({ where: `the configuration of the plugin ${id}`, message, frame: null })
    }
    return this.#slice(settings, checked)
  }

  /** Whether flags, environment or file switch the plugin on or off; null when they are silent. */
  pluginEnabled(id: string): { enabled: boolean; origin: string } | null {
    const setting = enabledSetting(id)
    this.#known.push(setting)
    const found = this.#find(setting)
    if (!found) return null
    if (typeof found.value === 'boolean') {
      this.#origins.push({ key: setting.key, value: found.value, origin: found.origin, schema: setting.schema })
      return { enabled: found.value, origin: found.origin }
    }
    this.problems.push({ where: found.origin, message: `${setting.key}: must be true or false.`, frame: null })
    return null
  }

  /** Adds what nobody knows: flags, `SVC_…` variables and keys of the file. Call it once all plugins were read. */
  finish(pluginIds: readonly string[]): void {
    this.problems.push(...unknownKeys({ ...this.#sources(), settings: this.#known, pluginIds }))
  }

  async #openFile(folder: string): Promise<void> {
    const file = await readConfigFile(folder, this.#options.cwd)
    if (file && 'problems' in file) this.problems.push(...file.problems)
    else this.#file = file
  }

  #sources(): SettingSources {
    const { flags = {}, env } = this.#options
    return { flags, env, file: this.#file }
  }

  #folders(): { cwd: string; home: string | null } {
    return { cwd: this.#options.cwd, home: this.#home }
  }

  #find(setting: Setting): FoundValue | null {
    const found = findValue(setting, this.#sources(), problem => this.problems.push(problem))
    if (found || !Object.hasOwn(this.#chosen, setting.key)) return found
    return { value: this.#chosen[setting.key], origin: chosenFile, fromFile: false }
  }

  /** Without a schema nothing is checked. */
  async #slice(settings: readonly Setting[], schema: SettingsSchema | null): Promise<Record<string, unknown>> {
    this.#known.push(...settings)
    const slice: Record<string, unknown> = {}
    const found = new Map<string, FoundValue>()
    for (const setting of settings) {
      const name = pathOf(setting).at(-1) ?? ''
      const value = this.#find(setting)
      if (value) found.set(name, value)
      const raw = value ? value.value : structuredClone(setting.schema['default'])
      if (raw !== undefined) slice[name] = resolvePaths(raw, setting.schema, this.#folders())
      if (setting.secret && raw !== undefined) this.#secrets.push(...textsOf(raw, setting.schema))
      this.#origins.push({
        key: setting.key,
        value: setting.secret && raw !== undefined ? '[redacted]' : (slice[name] ?? null),
        origin: value?.origin ?? 'default',
        schema: setting.schema,
      })
    }
    // Defaults fit their schema (a test sees to it), so a slice that nobody touched costs no validator.
    if (schema && (found.size > 0 || isDemanding(schema))) await this.#validate(slice, schema, settings, found)
    return slice
  }

  async #validate(
    slice: Record<string, unknown>,
    schema: SettingsSchema,
    settings: readonly Setting[],
    found: ReadonlyMap<string, FoundValue>,
  ): Promise<void> {
    // With the validators it loads more than all else here together.
    const { sliceFaults } = await import('./validate-slice.ts')
    for (const fault of await sliceFaults(slice, withoutUntouched(schema, found))) {
      const setting = settings.find(candidate => pathOf(candidate).at(-1) === fault.name)
      const value = found.get(fault.name)
      if (setting && value?.fromFile && this.#file && fault.error.keyword !== 'dependencies') {
        const parent = pathOf(setting)
          .slice(0, -1)
          .map(part => `/${part}`)
          .join('')
        this.problems.push(
          ...this.#file.problemsOf([{ ...fault.error, instancePath: parent + fault.error.instancePath }]),
        )
        continue
      }
      const where = value?.origin ?? setting?.variable ?? 'configuration'
      const key = setting?.key ?? fault.name
      this.problems.push({
        where,
        message: `${key}: ${fault.message}.${setting ? descriptionOf(setting) : ''}`,
        frame: null,
      })
    }
  }
}

/** The kernel's own part alone, paths absolute: it can be known whatever the plugins are. @throws BootError */
export async function readKernelConfiguration(options: Omit<ConfigReaderOptions, 'home'>): Promise<KernelConfig> {
  const reader = new ConfigReader(options)
  const config = await reader.kernel()
  refuse(reader.problems)
  return config
}

/** A secret may be a list, of objects too, whose own schema says which parts are secret; of an address the password alone is one as well. */
function textsOf(value: unknown, schema: JsonSchema): string[] {
  if (Array.isArray(value)) return value.flatMap(item => textsOf(item, (schema['items'] ?? {}) as JsonSchema))
  if (typeof value === 'object' && value !== null) {
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
    const secret = Object.entries(value).filter(([name]) => properties[name]?.['x-secret'] === true)
    return secret.flatMap(([name, part]) => textsOf(part, properties[name] ?? {}))
  }
  if (typeof value !== 'string') return []
  const password = URL.parse(value)?.password
  return password ? [value, password, unescape(password)] : [value]
}

/** The same schema without what defaults have to fit, which they do: most of a validator would be made for them. */
function withoutUntouched(schema: SettingsSchema, found: ReadonlyMap<string, unknown>): SettingsSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, each]): [string, JsonSchema] => [
    name,
    // Defaults within an object are filled in where it is checked.
    found.has(name) || 'properties' in each ? each : {},
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

function isDemanding(schema: JsonSchema): boolean {
  return Array.isArray(schema['required']) && schema['required'].length > 0
}
