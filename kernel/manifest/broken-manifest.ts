import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { shownPath } from '../boot-error.ts'
import type { BootProblem } from '../boot-error.ts'
import type { LoadedManifest, ManifestPlace, PluginManifest } from './loaded-manifest.ts'

const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const idInText = /"id"\s*:\s*"([^"]*)"/
const reference = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/

const nothingLoaded = { config: null, tools: [], events: [], payloads: new Map<string, never>(), migrations: null }

/** An added plugin whose manifest cannot be used: its id, and what keeps the others right while it does not run. */
export function readBrokenManifest(place: ManifestPlace, faults: readonly BootProblem[]): LoadedManifest {
  const path = join(place.folder, 'plugin.json')
  const text = textOf(path)
  return {
    ...nothingLoaded,
    manifest: identityIn(text, place.folder),
    folder: place.folder,
    file: shownPath(path, place.cwd),
    hash: hash('sha256', text, 'hex'),
    builtin: place.builtin,
    faults,
  }
}

/** The same plugin as one that cannot run: what it declares is offered to nobody, so that it disturbs no other. */
export function asBroken(loaded: LoadedManifest, faults: readonly BootProblem[]): LoadedManifest {
  return { ...loaded, ...nothingLoaded, manifest: identityOf({ ...loaded.manifest }, loaded.manifest.id), faults }
}

/** The same plugin while somebody writes it: what is wrong with it ends no start. */
export function asDeveloped(loaded: LoadedManifest): LoadedManifest {
  return { ...loaded, isDeveloped: true, manifest: { ...loaded.manifest, on_failure: 'degrade' } }
}

function identityIn(text: string, folder: string): PluginManifest {
  const guess = idInText.exec(text)?.[1] ?? ''
  return identityOf(parsed(text), idPattern.test(guess) ? guess : slugOf(basename(folder)))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Why it cannot be read stands among the faults already.
    return ''
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    // Why it is no JSON stands among the faults already.
    return {}
  }
}

function identityOf(raw: Readonly<Record<string, unknown>>, fallbackId: string): PluginManifest {
  const id = typeof raw['id'] === 'string' && idPattern.test(raw['id']) ? raw['id'] : fallbackId
  const services = (raw['services'] ?? {}) as { provides?: unknown }
  return {
    manifest: 1,
    id,
    version: textOr(raw['version'], '0.0.0'),
    kernel: '^1',
    title: textOr(raw['title'], id),
    description: textOr(raw['description'], 'Its manifest cannot be read.'),
    entry: './',
    // Its paths answer that it failed, rather than that there is nothing.
    routes: textsIn(raw['routes']).filter(prefix => prefix.startsWith('/')),
    // The report on a plugin that needs one of them names this plugin as the reason.
    services: { provides: textsIn(services.provides).filter(service => reference.test(service)) },
    // A kind that the plugin alone may enqueue stays refused to others: a job that waits would run once the plugin works again.
    jobs: listOf(raw['jobs']).flatMap(jobIn),
    on_failure: raw['on_failure'] === 'abort' ? 'abort' : 'degrade',
  }
}

function jobIn(value: unknown): NonNullable<PluginManifest['jobs']> {
  const { kind, enqueue } = (value ?? {}) as { kind?: unknown; enqueue?: unknown }
  if (typeof kind !== 'string' || !reference.test(kind)) return []
  return [{ kind, enqueue: enqueue === 'anyone' || enqueue === undefined ? 'anyone' : 'plugin' }]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

function textsIn(value: unknown): string[] {
  return listOf(value).filter(item => typeof item === 'string')
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : fallback
}

function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const slug = words.join('-').replace(/^[0-9-]+/, '')
  return slug === '' ? 'plugin' : slug
}
