import { SvcError } from '@svc/plugin'
import type { Clock } from '@svc/plugin'
import type { ModelInfo } from '@svc/plugin/contracts/models'

/** What came of asking a provider for its list of models. */
export interface ProviderTest {
  ok: boolean
  models: number
  /** The first of them. */
  sample: string[]
  /** Whether the model that the request named is among them; null when it named none, or there is no list. */
  lists_model: boolean | null
  error: { code: string; message: string } | null
  duration_ms: number
}

/** Its settings do not make a provider. */
interface Unusable {
  error: string
}

export interface TestOptions {
  /** Whose presence in the list is asked for. */
  model: string | null
  clock: Clock
  signal: AbortSignal
}

const sampleModels = 20

/** Asks for the list of models; what goes wrong is the answer. @throws the signal's reason */
export async function testProvider(
  provider: { list(signal: AbortSignal): Promise<readonly ModelInfo[]> } | Unusable,
  { model, clock, signal }: TestOptions,
): Promise<ProviderTest> {
  const startedAt = clock.now()
  const duration = (): number => Math.round(clock.now() - startedAt)
  const failed = (error: { code: string; message: string }): ProviderTest => {
    return { ok: false, models: 0, sample: [], lists_model: null, error, duration_ms: duration() }
  }
  if ('error' in provider) return failed({ code: 'unusable', message: provider.error })
  try {
    const listed = await provider.list(signal)
    return {
      ok: true,
      models: listed.length,
      sample: listed.slice(0, sampleModels).map(({ id }) => id),
      lists_model: model === null ? null : listed.some(({ id }) => id === model),
      error: null,
      duration_ms: duration(),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SvcError)) throw error
    return failed({ code: error.code, message: error.message })
  }
}
