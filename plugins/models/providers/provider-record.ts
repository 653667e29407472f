import type { ConfiguredProvider, ModelFacts } from '../generated/config.ts'
import type { ProviderRow } from './provider-store.ts'

/** A provider as the API shows it; its key never leaves. */
export interface ProviderRecord {
  id: string
  name: string
  kind: string
  origin: 'configuration' | 'installation' | 'workspace'
  base_url: string | null
  has_api_key: boolean
  models: ModelFacts[]
  timeout_seconds: number
  /** True: its address may be a private one. */
  trusted: boolean
  /** Why it cannot be used. */
  error: string | null
  created_at: string | null
  updated_at: string | null
}

/** `installation`: every workspace. */
export type ProviderScope = 'installation' | 'workspace'

export interface NewProvider {
  /** Whom it serves. Default: `workspace`. */
  scope?: ProviderScope
  name: string
  kind: string
  base_url?: string | null
  api_key?: string | null
  models?: ModelFacts[]
  timeout_seconds?: number
}

/** Settings to be tried. */
export interface UnsavedProvider extends Pick<NewProvider, 'kind' | 'base_url' | 'api_key' | 'timeout_seconds'> {
  /** What messages call it. */
  name?: string
  /** Whose presence in the list of models is asked for. */
  model?: string
}

export type ProviderChange = Omit<Partial<NewProvider>, 'kind' | 'scope'>

export function configuredRecord(
  provider: ConfiguredProvider,
  { error, defaultTimeoutSeconds }: { error: string | null; defaultTimeoutSeconds: number },
): ProviderRecord {
  const { id, kind, base_url, api_key, models, timeout_seconds } = provider
  return {
    id,
    name: id,
    kind,
    origin: 'configuration',
    base_url: base_url ?? null,
    has_api_key: api_key !== undefined,
    models: models ?? [],
    timeout_seconds: timeout_seconds ?? defaultTimeoutSeconds,
    trusted: true,
    error,
    created_at: null,
    updated_at: null,
  }
}

export function storedRecord(row: ProviderRow, origin: ProviderScope, error: string | null): ProviderRecord {
  const { id, name, kind, base_url, api_key, models, timeout_seconds, trusted, created_at, updated_at } = row
  return {
    id,
    name,
    kind,
    origin,
    base_url,
    has_api_key: api_key !== null,
    models: JSON.parse(models) as ModelFacts[],
    timeout_seconds,
    trusted: trusted === 1,
    error,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  }
}
