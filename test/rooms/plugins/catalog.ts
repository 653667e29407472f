import { afterAll, beforeAll } from 'vitest'
import type { Clock, Logger, Principal } from '@svc/plugin'
import type { ChatEvent, ChatRequest, ModelFeature, ModelProvider, ModelUse } from '@svc/plugin/contracts/models'
import { countingIds } from '../../support/counting-ids.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { openTestPlanes } from '../planes.ts'
import type { TestPlanes } from '../planes.ts'
import { Admission } from '../../../plugins/models/admission/admission.ts'
import { CallLedger } from '../../../plugins/models/admission/call-ledger.ts'
import { callStore } from '../../../plugins/models/admission/call-store.ts'
import { TokenBudgets } from '../../../plugins/models/admission/token-budgets.ts'
import cachedTokens from '../../../plugins/models/migrations/0002-cached-tokens.ts'
import migration from '../../../plugins/models/migrations/0001-models.ts'
import { ModelCatalog } from '../../../plugins/models/model-catalog.ts'
import { ModelChoice } from '../../../plugins/models/model-choice.ts'
import { OfflineProvider } from '../../../plugins/models/offline/offline-provider.ts'
import { ProviderEntry } from '../../../plugins/models/providers/provider-entry.ts'
import { ProviderSet } from '../../../plugins/models/providers/provider-set.ts'

export const principal: Principal = {
  user_id: 'usr_1',
  username: 'ada',
  role: 'user',
  workspace_id: `ws_${'1'.repeat(26)}`,
  via: 'agent_app',
  scopes: ['*'],
}
export const { signal } = new AbortController()
export const clock: Clock = { now: () => 0, timestamp: () => '1970-01-01T00:00:00.000Z', sleep: async () => undefined }

/** Answers from a script, one entry a request. */
export class ScriptedProvider implements ModelProvider {
  readonly id: string
  readonly features: ReadonlySet<ModelFeature> = new Set<ModelFeature>(['json_schema'])
  readonly asked: ChatRequest[] = []
  readonly #models: string[]
  readonly #answers: (string | Error)[]

  constructor(id: string, models: string[], answers: (string | Error)[] = ['hello']) {
    this.id = id
    this.#models = models
    this.#answers = answers
  }

  async list() {
    return this.#models.map(id => ({ id, provider: this.id, offline: false, context_window: null, created: null }))
  }

  async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    this.asked.push(request)
    const answer = this.#answers.shift() ?? ''
    if (answer instanceof Error) throw answer
    yield { type: 'content', delta: answer }
    yield {
      type: 'done',
      finish_reason: 'stop',
      usage: { prompt_tokens: 10, completion_tokens: 5 },
      model: request.model,
    }
  }
}

const workspaceId = `ws_${'1'.repeat(26)}`
let planes: TestPlanes

/** For the top of a test file: a ledger on a real file while its tests run. */
export function useTestLedger(): void {
  beforeAll(async () => {
    planes = await openTestPlanes({ migrations: [{ owner: 'models', migrations: [migration, cachedTokens] }], clock })
  })
  afterAll(() => planes.close())
}

export interface Given {
  defaultModel?: string | null
  workspaceDefault?: string | null
  log?: Logger
  onUse?: (use: ModelUse) => void
}

/** The catalogue over the real ledger, with providers that answer from a script. */
export function openCatalog(connected: ModelProvider[] = [], given: Given = {}) {
  const { defaultModel = null, workspaceDefault = null, log = recordingLog(), onUse = () => undefined } = given
  const shared = { clock, log, signal }
  const entries = connected.map(provider => new ProviderEntry(provider.id, provider, [], shared))
  const workspace = {
    set: new ProviderSet(entries),
    default_model: workspaceDefault,
    errors: new Map<string, string>(),
  }
  const choice = new ModelChoice({
    sets: { shared: () => workspace, of: () => workspace, renew: async () => undefined },
    offline: new ProviderEntry('svc', new OfflineProvider(), [], shared),
    defaultModel,
  })
  const ledger = new CallLedger(planes.data, clock, log)
  const budgets = new TokenBudgets(ledger, clock)
  const ids = countingIds()
  const admission = new Admission({ budgets, ledger, onUse, isServing: () => true, ids, clock, log })
  const catalog = new ModelCatalog({ choice, admission, budgets, clock, log })
  return Object.assign(catalog, { ledger })
}

/** The calls of the test's workspace that were written, newest first. */
export function keptCalls(count: number) {
  return planes.data.use(workspaceId, db => callStore.page(db, '~', count))
}
