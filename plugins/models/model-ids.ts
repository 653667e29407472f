/** The whole agent, which the plugin conversations answers for. */
export const agentModelId = 'agent'

export const offlineModelId = 'svc/offline'

/** The name that stands for a provider of it. */
export const offlineProviderName = 'svc'

/** The provider that the environment's variables set up; the others have their settings in a list. */
export const environmentProvider = 'openai-compatible'

const maxCharacters = 256
// Spaces and everything that could break a line, a header or a log.
const oddCharacter = /[\s\p{C}]/u

/** False for what a provider may list and nobody could ask for. */
export function isUsableId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= maxCharacters && !oddCharacter.test(id)
}

/** True for what names something else where a model's id stands. */
export function isReserved(id: string): boolean {
  return id === agentModelId || id.startsWith('app:') || id === offlineModelId
}
