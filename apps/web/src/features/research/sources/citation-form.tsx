import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { changed } from '../records.ts'
import type { Source } from '../records.ts'
import classes from '../research.module.css'
import { authorsOf, dateIn, dateOf, namesIn } from './citation-words.ts'

const plain = [
  ['title', 'Title'],
  ['container-title', 'Published in'],
  ['publisher', 'Publisher'],
  ['DOI', 'DOI'],
] as const

/** What a bibliography says of a source. Only what was changed here is sent: the source may know more than this form shows. */
export function CitationForm({ projectId, source }: { projectId: string; source: Source }) {
  const { csl } = source
  const [saved, setSaved] = useState('')
  const before = { author: authorsOf(csl), issued: dateOf(csl) }
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    setSaved('')
    const given = (name: string): string => textIn(form, name).replaceAll('\r\n', '\n')
    const [author, issued] = [given('author'), given('issued')]
    const fields = {
      ...Object.fromEntries(
        plain.filter(([name]) => given(name) !== valueOf(csl[name])).map(([name]) => [name, given(name) || null]),
      ),
      ...(author !== before.author && { author: author === '' ? null : namesIn(author) }),
      ...(issued !== before.issued && { issued: issued === '' ? null : dateIn(issued) }),
    }
    if (Object.keys(fields).length > 0) {
      await svc.research.sources.update(projectId, source.source_id, { csl: fields })
      await changed()
    }
    setSaved('Saved.')
  })
  return (
    <details className={classes.citation}>
      <summary>How it is cited</summary>
      <form onSubmit={onSubmit} aria-label="How it is cited">
        {plain.map(([name, label]) => (
          <TextInput
            key={name}
            name={name}
            label={label}
            defaultValue={valueOf(csl[name])}
            error={refusal.at(`/csl/${name}`)}
          />
        ))}
        <Textarea
          name="author"
          label="Authors"
          description="One a line: family name, given name"
          autosize
          minRows={1}
          maxRows={8}
          defaultValue={before.author}
          error={refusal.at('/csl/author')}
        />
        <TextInput
          name="issued"
          label="Date"
          description="2024, 2024-05 or 2024-05-31"
          defaultValue={before.issued}
          error={refusal.at('/csl/issued')}
        />
        <div className={classes.bar}>
          <SubmitButton loading={isBusy}>Save</SubmitButton>
          <span role="status" className={classes.small}>
            {saved}
          </span>
        </div>
        <RefusalPanel refusal={refusal} />
      </form>
    </details>
  )
}

function valueOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
