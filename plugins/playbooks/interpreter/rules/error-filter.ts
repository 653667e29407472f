import type { ErrorDefinition } from '../../definitions/workflow.ts'
import type { WorkflowError } from '../fault.ts'

// An older spelling of the standard's own error types; its conformance kit has it still.
const olderTypes = 'https://serverlessworkflow.io/dsl/errors/types/'
const types = 'https://serverlessworkflow.io/spec/1.0.0/errors/'

/** Whether an error has what the filter of a `catch` names; one without a filter takes every error. */
export function matchesError(filter: Partial<ErrorDefinition> | undefined, error: WorkflowError): boolean {
  const wanted = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined)
  return wanted.every(([name, value]) => {
    const given = error[name as keyof WorkflowError]
    return name === 'type' ? typeOf(String(value)) === typeOf(String(given)) : String(given) === String(value)
  })
}

function typeOf(uri: string): string {
  return uri.startsWith(olderTypes) ? types + uri.slice(olderTypes.length) : uri
}
