import { faultSentences, ForbiddenError, hasScope, NotFoundError, ValidationError, WorldError } from '@svc/plugin'
import type { FieldError, Principal } from '@svc/plugin'
import type { AgentApps } from '@svc/plugin/contracts/agent-apps'
import { closestWord } from '@svc/plugin/library/closest-word'
import { unknownTools } from '@svc/plugin/library/unknown-tools'
import type { Models } from '@svc/plugin/contracts/models'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import type { ToolSet } from '../records.ts'
import { checkText } from './text-checks.ts'

/** What stands before the name of an agent app where a model is named. */
export const appPrefix = 'app:'

/** What a conversation may name: models, agent apps and tools that are there. */
export class Choices {
  readonly #models: Models
  readonly #tools: ToolCatalog | undefined
  readonly #apps: AgentApps | undefined
  readonly #signal: AbortSignal

  constructor({
    models,
    tools,
    apps,
    signal,
  }: {
    models: Models
    tools: ToolCatalog | undefined
    apps: AgentApps | undefined
    signal: AbortSignal
  }) {
    this.#signal = signal
    this.#models = models
    this.#tools = tools
    this.#apps = apps
  }

  /** @throws ValidationError for a model or an agent app that is not there; ForbiddenError for one that the key may not ask */
  async checkModel(principal: Principal, model: string): Promise<void> {
    checkText(model, '/model')
    if (model === 'agent') return
    if (model.startsWith(appPrefix)) {
      requireAppScope(principal, model)
      this.#checkApp(model.slice(appPrefix.length))
      return
    }
    try {
      await this.#models.resolve(principal, model)
    } catch (error) {
      if (error instanceof NotFoundError)
        throw refusal(
          [{ path: '/model', message: `names "${model}", which is no model here: ${error.message}` }],
          error,
        )
      // A provider that cannot be asked now may know the model when its turn comes.
      if (!(error instanceof WorldError)) throw error
    }
  }

  /** @throws ValidationError that names each tool that is not there */
  async checkTools(workspaceId: string, tools: ToolSet): Promise<void> {
    if (typeof tools === 'string') return
    const errors = await unknownTools(this.#tools, tools, { path: '/tools', workspaceId, signal: this.#signal })
    if (errors.length > 0) throw refusal(errors)
  }

  #checkApp(name: string): void {
    if (this.#apps?.get(name)) return
    const closest = closestWord(name, this.#apps?.list().map(app => app.name) ?? [])
    const hint = closest === null ? 'GET /api/agent-apps lists them' : `did you mean "${appPrefix}${closest}"?`
    throw refusal([{ path: '/model', message: `names the agent app "${name}", which is not here; ${hint}` }])
  }
}

function refusal(errors: FieldError[], cause?: unknown): ValidationError {
  return new ValidationError(faultSentences(errors), errors, cause === undefined ? {} : { cause })
}

const permission = 'agent-apps:write'

/** To name an app as the model is to run it, which a caller may not who may only converse. @throws ForbiddenError */
export function requireAppScope({ scopes }: Principal, model: string): void {
  if (hasScope(scopes, permission)) return
  throw new ForbiddenError(
    'forbidden',
    `${model.slice(0, 80)} needs the scope ${permission}, which the caller does not have.`,
  )
}
