import { basename } from 'node:path'
import { messageOf, NotFoundError, roleAtLeast } from '@svc/plugin'
import type {
  DeclaredPage,
  Logger,
  PluginDirectory,
  PluginOutcome,
  PluginPages as PagesOfPlugin,
  Role,
} from '@svc/plugin'
import { readModuleFolder } from './module-folder.ts'
import type { ModuleFolder, ServedFile } from './module-folder.ts'

/** `waiting`: for the owner, who has not allowed the plugin yet. */
export type PageState = 'on' | 'off' | 'failed' | 'waiting'

export interface ListedPage {
  path: string
  title: string
  icon: string | null
  group: NonNullable<DeclaredPage['group']> | null
  order: number
  role: Role
  plugin: string
  plugin_title: string
  state: PageState
  /** Why it cannot be used, in a sentence; null when it can. */
  reason: string | null
  /** The address of the module below that of the server; null: the browser app draws the page itself, or nobody can. */
  module: string | null
}

/** Addresses of the browser app and of the server, which no plugin from elsewhere takes. */
const reserved = ['/', '/api', '/auth', '/c', '/docs', '/healthz', '/mcp', '/metrics', '/onboarding'].concat([
  '/readyz',
  '/research',
  '/settings',
  '/setup',
  '/v1',
  '/web',
])

const states: Readonly<Record<PluginOutcome, PageState>> = {
  running: 'on',
  disabled: 'off',
  'not-started': 'off',
  'waiting-for-owner': 'waiting',
  failed: 'failed',
  degraded: 'failed',
}

const defaultOrder = 100
/** As they stand in the menu; what stands in none comes last. */
const groups = ['main', 'knowledge', 'automate', 'build', 'instance', null] as const

/** The pages that plugins declare, for those who may see them, and the files that draw those from elsewhere. */
export class PluginPages {
  readonly #directory: Pick<PluginDirectory, 'pages'>
  readonly #log: Logger
  /** By plugin and module. A plugin changes with a start, so what was read stays true. */
  readonly #folders = new Map<string, Promise<ModuleFolder | null>>()

  constructor(directory: Pick<PluginDirectory, 'pages'>, log: Logger) {
    this.#directory = directory
    this.#log = log
  }

  /** In the order of the menu. */
  async list(role: Role): Promise<ListedPage[]> {
    const seen = this.#directory
      .pages()
      .flatMap(plugin =>
        plugin.pages.filter(page => roleAtLeast(role, page.role ?? 'user')).map(page => ({ plugin, page })),
      )
    const listed = await Promise.all(seen.map(({ plugin, page }) => this.#listed(plugin, page, role)))
    return listed.toSorted(inMenu)
  }

  /** A file of a plugin that runs, by the address that {@link list} gave. @throws NotFoundError */
  async file(role: Role, { id, hash, path }: { id: string; hash: string; path: string }): Promise<ServedFile> {
    const plugin = this.#directory.pages().find(each => each.id === id && states[each.outcome] === 'on')
    for (const page of plugin?.pages ?? []) {
      const folder = plugin && roleAtLeast(role, page.role ?? 'user') ? await this.#folderOf(plugin, page) : null
      const file = folder?.hash === hash ? folder.files.get(path) : undefined
      if (file) return file
    }
    throw new NotFoundError('There is no such file of a page. GET /api/web/pages has the addresses of the modules.')
  }

  async #listed(plugin: PagesOfPlugin, page: DeclaredPage, role: Role): Promise<ListedPage> {
    const isOn = states[plugin.outcome] === 'on'
    const folder = isOn ? await this.#folderOf(plugin, page) : null
    const fault = isOn ? faultOf(plugin, page, folder) : reasonOf(plugin, role)
    return {
      path: page.path,
      title: page.title,
      icon: page.icon ?? null,
      group: page.group ?? null,
      order: page.order ?? defaultOrder,
      role: page.role ?? 'user',
      plugin: plugin.id,
      plugin_title: plugin.title,
      state: isOn && fault !== null ? 'failed' : states[plugin.outcome],
      reason: fault,
      module: folder && fault === null ? addressOf(plugin, page, folder) : null,
    }
  }

  /** Null without a module, or with one that cannot be read: the log says why. */
  #folderOf({ id, folder }: PagesOfPlugin, { module }: DeclaredPage): Promise<ModuleFolder | null> {
    if (module === undefined) return Promise.resolve(null)
    const key = `${id} ${module}`
    const known = this.#folders.get(key)
    if (known) return known
    const read = readModuleFolder(folder, module).catch((error: unknown) => {
      this.#log.warn({ plugin: id, reason: messageOf(error) }, `the page ${module} of the plugin cannot be served`)
      return null
    })
    this.#folders.set(key, read)
    return read
  }
}

function inMenu(one: ListedPage, other: ListedPage): number {
  const byGroup = groups.indexOf(one.group) - groups.indexOf(other.group)
  return byGroup || one.order - other.order || one.title.localeCompare(other.title, 'en')
}

function addressOf({ id }: PagesOfPlugin, { module = '' }: DeclaredPage, folder: ModuleFolder): string {
  return `web/plugins/${id}/${folder.hash}/${basename(module)}`
}

/** What is wrong with a page of a plugin that runs. */
function faultOf({ builtin, title }: PagesOfPlugin, page: DeclaredPage, folder: ModuleFolder | null): string | null {
  const [, first = ''] = page.path.split('/')
  if (!builtin && reserved.includes(`/${first}`)) {
    return `${title} names the address ${page.path}, which is svc's own. Its author has to choose another.`
  }
  if (page.module === undefined) {
    return builtin ? null : `${title} names this page and brings no module that draws it.`
  }
  return folder ? null : `The files of this page cannot be read. The log of the server says why.`
}

function reasonOf({ title, outcome, error }: PagesOfPlugin, role: Role): string {
  const state = states[outcome]
  if (state === 'off') return `${title} is switched off.`
  if (state === 'waiting') return `${title} waits until the owner allows it.`
  // The whole reason may name paths of the host.
  return role === 'owner' && error !== null ? `${title} did not start: ${error}` : `${title} did not start.`
}
