import type { FieldSchema } from '../../ui/schema-form/field-schema.ts'
import { formDraft, useFormDraft } from '../../ui/schema-form/use-form-draft.ts'
import type { App, Inputs } from './types.ts'

const draftName = ({ name }: App): string => `agent-app:${name}`
const schemaOf = ({ inputs }: App): FieldSchema => (inputs ?? {}) as FieldSchema

/** What the form of an app holds. */
export function inputsOf(app: App): Inputs {
  return formDraft(draftName(app), schemaOf(app))
}

/** The inputs of an app, kept as a draft. */
export function useInputs(app: App): [inputs: Inputs, change: (inputs: Inputs) => void] {
  return useFormDraft(draftName(app), schemaOf(app))
}
