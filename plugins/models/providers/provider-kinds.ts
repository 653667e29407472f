import { ValidationError } from '@svc/plugin'
import type { Clock, Contribution, Egress } from '@svc/plugin'
import type { ModelProvider, ModelProviderKind, ProviderSettings } from '@svc/plugin/contracts/models'
import { OpenAiEndpoint } from '../openai/open-ai-endpoint.ts'
import { OpenAiProvider } from '../openai/openai-provider.ts'

/** The kind that is always there. */
export function openAiCompatible(egress: Egress, clock: Clock): ModelProviderKind {
  return {
    kind: 'openai-compatible',
    title: 'OpenAI-compatible server (Ollama, vLLM, LM Studio, llama.cpp, OpenAI, OpenRouter)',
    needs_base_url: true,
    open: settings => {
      const { base_url } = settings
      if (base_url === null) throw new ValidationError('base_url is needed: the address of the server.')
      return new OpenAiProvider(new OpenAiEndpoint({ settings: { ...settings, base_url }, egress, clock }))
    },
  }
}

/** The kinds of providers there are, once every plugin is set up. */
export class ProviderKinds {
  readonly #builtIn: ModelProviderKind
  readonly #contributed: () => readonly Contribution<ModelProviderKind>[]

  constructor(builtIn: ModelProviderKind, contributed: () => readonly Contribution<ModelProviderKind>[]) {
    this.#builtIn = builtIn
    this.#contributed = contributed
  }

  all(): ModelProviderKind[] {
    return [this.#builtIn, ...this.#contributed().map(({ value }) => value)]
  }

  /** @throws ValidationError for a kind that no plugin brings */
  require(kind: string): ModelProviderKind {
    const kinds = this.all()
    const found = kinds.find(candidate => candidate.kind === kind)
    if (found) return found
    const known = kinds.map(candidate => candidate.kind).join(', ')
    const message = `is ${JSON.stringify(kind.slice(0, 60))}, which no running plugin brings; there are: ${known}`
    throw new ValidationError(`kind ${message}`, [{ path: '/kind', message }])
  }

  /** @throws ValidationError */
  open(kind: string, settings: ProviderSettings): ModelProvider {
    const found = this.require(kind)
    if (found.needs_base_url && settings.base_url === null) {
      const message = `is needed for the kind ${kind}: the address of the server, such as http://127.0.0.1:11434/v1`
      throw new ValidationError(`base_url ${message}`, [{ path: '/base_url', message }])
    }
    return found.open(settings)
  }
}
