import { useMemo, useState } from 'react'
import { draftOf, keepDraft } from '../../live/drafts.ts'
import { draftText, readDraftText } from './field-faults.ts'
import { defaultsOf, withoutStrangers } from './field-schema.ts'
import type { FieldSchema, Values } from './field-schema.ts'

/** What a form holds: what was typed under the name of its draft and not lost since, else the values of its schema. */
export function formDraft(name: string, schema: FieldSchema): Values {
  const draft = draftOf(name)
  return draft === null ? defaultsOf(schema) : withoutStrangers(readDraftText(draft), schema)
}

/** The values of a form, kept as a draft. */
export function useFormDraft(name: string, schema: FieldSchema): [values: Values, change: (values: Values) => void] {
  const [typed, setTyped] = useState(() => formDraft(name, schema))
  // The schema may be edited while the form is open.
  const values = useMemo(() => withoutStrangers(typed, schema), [typed, schema])
  const change = (next: Values): void => {
    setTyped(next)
    keepDraft(name, draftText(next))
  }
  return [values, change]
}
