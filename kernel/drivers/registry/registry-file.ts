import { copyFile, link, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, UnavailableError } from '@svc/plugin'
import type { ControlTable } from '@svc/plugin'
import { writeDurably } from '../../planes/storage/index.ts'
import { controlTables, isRecord, recordFaults } from '../control/index.ts'
import type { AnyRecord } from '../control/index.ts'
import { Changes, deepFreeze, RegistryState } from './registry-state.ts'

/** The file's format; a higher one was written by a newer version. */
export const registryFormat = 2
const mostShownFaults = 5
/** In the home; the audit log lies there too. */
export const controlPlaneFolder = 'control_plane'

/** `control_plane/registry.json` in the home, and the one before it. */
export class RegistryFile {
  readonly path: string
  readonly #previous: string

  constructor(homePath: string) {
    this.path = join(homePath, controlPlaneFolder, 'registry.json')
    this.#previous = join(homePath, controlPlaneFolder, 'registry.previous.json')
  }

  /** @throws UnavailableError that names the fault and the way back */
  async load(): Promise<RegistryState> {
    const text = await this.#read()
    const state = new RegistryState()
    if (text === null) return state
    const { tables, faults } = this.#parse(text)
    if (faults.length > 0) throw await this.#unusable(faults.slice(0, mostShownFaults).join('; '))
    for (const [table, records] of tables) for (const record of records) state.table(table).set(deepFreeze(record))
    return state
  }

  /** Writes the state as it will be with `changes`; the file that was there becomes the previous one. */
  async save(state: RegistryState, changes: Changes): Promise<void> {
    await writeDurably(this.path, serialize(state, changes), { beforeReplace: () => this.#keepPrevious() })
  }

  async #read(): Promise<string | null> {
    try {
      return await readFile(this.path, 'utf8')
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw await this.#unusable('it cannot be read', error)
    }
    if (await exists(this.#previous)) throw await this.#unusable('it is missing')
    return null
  }

  #parse(text: string): { tables: Map<ControlTable, AnyRecord[]>; faults: string[] } {
    const tables = new Map<ControlTable, AnyRecord[]>()
    const root = parseObject(text)
    if (root === null) return { tables, faults: ['it is not a whole JSON object'] }
    if (typeof root.format !== 'number') return { tables, faults: ['"format" is missing'] }
    if (root.format > registryFormat)
      return { tables, faults: [`it was written by a newer version (format ${root.format})`] }
    const found = objectOf(root.tables)
    if (found === null) return { tables, faults: ['"tables" is missing'] }
    const faults = Object.keys(found)
      .filter(name => !controlTables.some(table => table === name))
      .map(name => `"${name}" is not a table`)
    for (const table of controlTables) {
      const records = withLaterColumns(table, found[table] ?? [])
      const wrong = faultsOf(table, records)
      if (wrong.length > 0) faults.push(...wrong)
      else tables.set(table, records as AnyRecord[])
    }
    return { tables, faults }
  }

  /** A hard link: at every moment both names stand for whole files. */
  async #keepPrevious(): Promise<void> {
    const temporary = `${this.#previous}.tmp`
    await rm(temporary, { force: true })
    try {
      await link(this.path, temporary)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return
      await copyFile(this.path, temporary)
    }
    await rename(temporary, this.#previous)
  }

  async #unusable(fault: string, cause?: unknown): Promise<UnavailableError> {
    const hasPrevious = await exists(this.#previous)
    const remedy = hasPrevious
      ? `The state before its last change is in ${this.#previous}: look at it, then copy it to ${this.path}. Or restore a backup.`
      : 'Restore it from a backup of the home.'
    return new UnavailableError(`The registry ${this.path} cannot be used: ${fault}. ${remedy}`, { cause })
  }
}

/** Registries that were written before a column came to be have none in it. */
function withLaterColumns(table: ControlTable, records: unknown): unknown {
  if (table !== 'api_keys' || !Array.isArray(records)) return records
  return records.map((record: unknown) =>
    isObject(record) && !('limits' in record) ? { ...record, limits: null } : record,
  )
}

/** The file's content for these records. */
export function registryContent(records: ReadonlyMap<ControlTable, readonly AnyRecord[]>): Buffer[] {
  const state = new RegistryState()
  for (const [table, list] of records) for (const record of list) state.table(table).set(record)
  return serialize(state, new Changes())
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return isObject(value) ? value : null
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return null
  }
}

function faultsOf(table: ControlTable, records: unknown): string[] {
  if (!Array.isArray(records)) return [`"${table}" is not a list`]
  const ids = new Set<string>()
  return records.flatMap((values: unknown, index) => {
    if (!isObject(values)) return [`${table}[${index}] is not an object`]
    const faults = isRecord(table, values) ? [] : recordFaults(table, values, { whole: true })
    if (ids.has(String(values.id))) faults.push('its id stands there twice')
    ids.add(String(values.id))
    return faults.map(fault => `${table}[${index}]: ${fault}`)
  })
}

/** One record a line, so that people and `diff` can read it. */
function serialize(state: RegistryState, changes: Changes): Buffer[] {
  const tables = controlTables.flatMap((table, index) => {
    const changed = changes.of(table)
    const lines = changed === undefined ? state.table(table).lines() : state.table(table).linesWith(changed)
    return [Buffer.from(`${index === 0 ? '' : ',\n'}"${table}":[`), lines, Buffer.from(']')]
  })
  return [Buffer.from(`{"format":${registryFormat},"tables":{\n`), ...tables, Buffer.from('\n}}\n')]
}
