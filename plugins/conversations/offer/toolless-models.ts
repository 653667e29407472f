import { SvcError } from '@svc/plugin'

// Of Ollama and OpenRouter, of Groq, of vLLM and llama.cpp.
const toolsRefused = /support tool|`?tool (?:calling|use)`? is not supported|tool choice requires|tools param requires/i

/** Models of which it is known, until the server stops, that their providers refuse a request with tools. */
export class ToollessModels {
  readonly #ids = new Set<string>()

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** True when the error says so of this model, which was not known. */
  learn(id: string, error: unknown): boolean {
    if (this.#ids.has(id) || !(error instanceof SvcError) || !toolsRefused.test(error.message)) return false
    this.#ids.add(id)
    return true
  }
}
