import { ValidationError } from '@svc/plugin'
import type { ChatRequest, ModelFeature, ModelProvider } from '@svc/plugin/contracts/models'

interface Need {
  feature: ModelFeature
  /** The field as the caller wrote it, for the message. */
  field: string
  isAsked(request: ChatRequest): boolean
}

const needs: readonly Need[] = [
  { feature: 'tools', field: 'tools', isAsked: ({ tools }) => (tools?.length ?? 0) > 0 },
  {
    feature: 'images',
    field: 'images',
    isAsked: ({ messages }) => messages.some(message => (message.images?.length ?? 0) > 0),
  },
  { feature: 'json_schema', field: 'response_schema', isAsked: ({ response_schema }) => response_schema !== undefined },
  { feature: 'json_object', field: 'json_object', isAsked: ({ json_object }) => json_object === true },
  { feature: 'seed', field: 'seed', isAsked: ({ seed }) => seed !== undefined },
  { feature: 'stop', field: 'stop', isAsked: ({ stop }) => (stop?.length ?? 0) > 0 },
  {
    feature: 'penalties',
    field: 'presence_penalty',
    isAsked: ({ presence_penalty: presence, frequency_penalty: frequency }) =>
      (presence ?? 0) !== 0 || (frequency ?? 0) !== 0,
  },
  {
    feature: 'parallel_tool_calls',
    field: 'parallel_tool_calls',
    isAsked: ({ parallel_tool_calls }) => parallel_tool_calls === false,
  },
]

/** @throws ValidationError that names everything the request asks for and the provider does not have */
export function checkFeatures(request: ChatRequest, provider: ModelProvider, model: string): void {
  const missing = needs.filter(need => need.isAsked(request) && !provider.features.has(need.feature))
  if (missing.length === 0) return
  const names = missing.map(({ feature }) => feature).join(', ')
  throw new ValidationError(
    `The model ${model} cannot do this: its provider ${provider.id} has no ${names}. Leave that out, or ask another model.`,
    missing.map(({ feature, field }) => ({ path: `/${field}`, message: `the provider has no ${feature}` })),
  )
}
