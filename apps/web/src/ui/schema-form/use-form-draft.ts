import { useState } from 'react'
import { draftOf, keepDraft } from '../../live/drafts.ts'
import { draftText, readDraftText } from './field-faults.ts'
import { defaultsOf } from './field-schema.ts'
import type { FieldSchema } from './field-schema.ts'

type Values = Readonly<Record<string, unknown>>

/** What a form holds: what was typed under the name of its draft and not lost since, else the values of its schema. */
export function formDraft(name: string, schema: FieldSchema): Values {
  const draft = draftOf(name)
  return draft === null ? defaultsOf(schema) : readDraftText(draft)
}

/** The values of a form, kept as a draft. */
export function useFormDraft(name: string, schema: FieldSchema): [values: Values, change: (values: Values) => void] {
  const [values, setValues] = useState(() => formDraft(name, schema))
  const change = (next: Values): void => {
    setValues(next)
    keepDraft(name, draftText(next))
  }
  return [values, change]
}
