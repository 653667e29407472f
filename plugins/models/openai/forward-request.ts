import { ValidationError } from '@svc/plugin'
import type { ForwardRequest } from '@svc/plugin/contracts/models'
import { topLevelMembers, withMember, withValue } from './top-level-members.ts'

// By which OpenRouter and LiteLLM are told to ask other models than `model`.
const otherModels = ['models', 'fallbacks', 'context_window_fallbacks', 'content_policy_fallbacks', 'preset']
const readMembers = new Set(['model', 'stream', 'stream_options', ...otherModels])

export interface OutgoingBody {
  bytes: Uint8Array
  /** True when usage was asked for on our own account: the client is not to see it. */
  addedUsage: boolean
}

/**
 * The client's bytes, but for the model's id where ours has a prefix, and for the usage of a stream, which is metered.
 * @throws ValidationError for a body that names its model in two ways
 */
export function outgoingBody(request: ForwardRequest): OutgoingBody {
  const { json, model, principal } = request
  let bytes = request.body
  let members = topLevelMembers(bytes, readMembers)
  const other = otherModels.find(name => members.has(name))
  if (other !== undefined && principal.key_limits?.models) {
    const message = 'cannot be used with a key that is limited to certain models'
    throw new ValidationError(`body/${other} ${message}.`, [{ path: `/${other}`, message }])
  }
  const place = members.get('model')
  if (place && json['model'] !== model.provider_model) {
    bytes = withValue(bytes, place, JSON.stringify(model.provider_model))
    members = topLevelMembers(bytes, readMembers)
  }
  if (request.path !== '/chat/completions' || json['stream'] !== true) return { bytes, addedUsage: false }
  const options = json['stream_options']
  const given = typeof options === 'object' && options !== null && !Array.isArray(options) ? options : {}
  if (given['include_usage'] === true) return { bytes, addedUsage: false }
  const value = JSON.stringify({ ...given, include_usage: true })
  const optionsPlace = members.get('stream_options')
  return {
    bytes: optionsPlace ? withValue(bytes, optionsPlace, value) : withMember(bytes, `"stream_options":${value}`),
    addedUsage: true,
  }
}
