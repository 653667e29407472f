import { ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import { valueFaults } from '../definitions/schemas/schema-checks.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'

/** @throws ValidationError under `/inputs` for inputs that do not fit the definition's schema */
export function checkInputs(definition: WorkflowDefinition, inputs: JsonObject): void {
  const schema = definition.input?.schema?.document
  if (schema === undefined) return
  const faults = valueFaults(schema, structuredClone(inputs)).map(({ path, message }) => ({
    path: `/inputs${path}`,
    message,
  }))
  const [first] = faults
  if (first) throw new ValidationError(`The inputs do not fit: ${first.path} ${first.message}.`, faults)
}

/** What of a value does not fit a schema, as a sentence. */
export function schemaFault(schema: object, value: unknown): string | null {
  const [first] = valueFaults(schema, value)
  return first ? `${first.path} ${first.message}`.trim() : null
}
