import type { JsonObject, JsonValue } from '@svc/plugin'
import { closestWord } from '@svc/plugin/library/closest-word'
import { below } from '../../interpreter/frame.ts'
import { functionName } from '../../interpreter/rules/functions.ts'
import { isObject, mistakesOf } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'
import { callArguments, unsupportedCalls } from '../schemas/calls.ts'
import { faultsOf } from '../schemas/schema-checks.ts'

/** What is wrong with a call's function and its arguments. */
export function callMistakes(task: JsonObject, path: string, definition: JsonObject): Mistake[] {
  const { call } = task
  if (typeof call !== 'string') return []
  const at = below(path, 'call')
  const own = ((definition['use'] as JsonObject | undefined)?.['functions'] ?? {}) as JsonObject
  if (Object.hasOwn(own, call)) return []
  const name = functionName(call)
  const instead = Object.hasOwn(unsupportedCalls, name) ? unsupportedCalls[name] : undefined
  if (instead !== undefined)
    return [{ code: 'unsupported', path: at, message: `svc does not run call: ${name}. ${instead}` }]
  if (/^[a-z]+:\/\//i.test(call) || /@(?!default$)/.test(call)) {
    const message = `svc reads no functions from elsewhere. Write the function into use.functions.`
    return [{ code: 'unsupported', path: at, message }]
  }
  const schema = Object.hasOwn(callArguments, name) ? callArguments[name] : undefined
  if (schema === undefined) return [unknownFunction(name, at, [...Object.keys(callArguments), ...Object.keys(own)])]
  const given = task['with'] ?? {}
  const unsupported = unsupportedAuthentication(given as JsonObject, below(path, 'with', 'endpoint', 'authentication'))
  if (unsupported) return [unsupported]
  return [
    ...mistakesOf(faultsOf(schema, given, below(path, 'with'))),
    ...conversationMistakes(given, below(path, 'with')),
  ]
}

/** A turn of a conversation has what the conversation has. */
function conversationMistakes(given: JsonValue, path: string): Mistake[] {
  if (!isObject(given) || given['session_id'] === undefined) return []
  return ['system', 'schema', 'max_steps']
    .filter(name => name in given)
    .map(name => ({
      code: 'invalid',
      path: below(path, name),
      message: `${name} does not go with session_id: the conversation has its own.`,
    }))
}

function unknownFunction(name: string, path: string, known: readonly string[]): Mistake {
  const suggestion = closestWord(name, known)
  const hint = suggestion === null ? `There are ${known.join(', ')}.` : `Did you mean "${suggestion}"?`
  const message = `There is no function "${name}". ${hint}`
  return { code: 'unknown_function', path, message, ...(suggestion !== null && { suggestion }) }
}

function unsupportedAuthentication({ endpoint }: JsonObject, path: string): Mistake | null {
  if (!isObject(endpoint) || !isObject(endpoint['authentication'])) return null
  const found = ['digest', 'certificate', 'oauth2', 'oidc'].find(
    each => each in (endpoint['authentication'] as JsonObject),
  )
  if (found === undefined) return null
  return { code: 'unsupported', path, message: `svc does not authenticate by ${found}. Use basic or bearer.` }
}
