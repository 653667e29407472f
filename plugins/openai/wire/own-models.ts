import { ForbiddenError, hasScope, NotFoundError, UnavailableError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import type { Turns } from '@svc/plugin/contracts/conversations'
import { didYouMean } from '@svc/plugin/library/closest-word'
import type { OpenAiServices } from '../openai-services.ts'

export const agentModel = 'agent'
const appPrefix = 'app:'
const appsPermission = 'agent-apps:write'
// After a start the folders of the apps are looked into one after the other.
const longestSurveyMs = 5000

/** True for the ids that run the complete agent loop, and not one model. */
export function isOwnModel(id: string): boolean {
  return id === agentModel || id.startsWith(appPrefix)
}

export async function ownModelIds({ apps, turns }: OpenAiServices, principal: Principal): Promise<string[]> {
  if (!turns) return []
  await apps?.settled(AbortSignal.timeout(longestSurveyMs))
  const runnable = hasScope(principal.scopes, appsPermission) ? (apps?.list() ?? []) : []
  const names = runnable.filter(app => app.enabled && app.inputs !== null).map(app => appPrefix + app.name)
  return [agentModel, ...names.sort()]
}

/** @throws NotFoundError, ForbiddenError, UnavailableError when this caller cannot run it */
export async function turnsFor(services: OpenAiServices, principal: Principal, model: string): Promise<Turns> {
  const { turns, apps } = services
  if (!turns) throw new UnavailableError(`${model} needs the plugin conversations, which is off or has failed.`)
  if (!model.startsWith(appPrefix)) return turns
  if (!hasScope(principal.scopes, appsPermission)) {
    throw new ForbiddenError('forbidden', `${model} needs a key with the scope ${appsPermission}.`)
  }
  const name = model.slice(appPrefix.length)
  if (!apps?.get(name)) await apps?.settled(AbortSignal.timeout(longestSurveyMs))
  const app = apps?.get(name)
  if (app?.enabled) return turns
  const hint = didYouMean(model, await ownModelIds(services, principal), 'GET /v1/models lists those there are.')
  throw new NotFoundError(`There is no agent app ${JSON.stringify(name.slice(0, 100))} here. ${hint}`)
}
