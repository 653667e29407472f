import { Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { saveAnswer } from '../../ui/copy/save-file.ts'
import { notice } from '../../ui/overlays/notices.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { CoverFields, emptyCover } from './cover-fields.tsx'
import type { CoverDraft, SignatoryDraft } from './cover-fields.tsx'
import { CoverPreview } from './cover-preview.tsx'
import { PickRecords } from './pick-records.tsx'
import { formats } from './records.ts'
import type { Format } from './records.ts'
import type { PickedRecord } from '../../ui/forms/record-kinds.ts'
import classes from './export.module.css'

interface Draft {
  records: PickedRecord[]
  title: string
  format: Format
  isSigned: boolean
  /** In the document itself, at its end. */
  isShown: boolean
  isJob?: boolean
  cover: CoverDraft
  signatories: SignatoryDraft[]
}

const empty: Draft = {
  records: [],
  title: '',
  format: 'pdf',
  isSigned: false,
  isShown: true,
  cover: emptyCover,
  signatories: [],
}

/** Picks records, says what stands around them, and saves the document. */
export function NewDocument() {
  const [text, setText] = useDraft('export:new', JSON.stringify(empty))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const draft = JSON.parse(text) as Draft
  const set = (change: Partial<Draft>): void => setText(JSON.stringify({ ...draft, ...change }))
  const title = draft.title.trim() || draft.records[0]?.title || ''
  const make = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const order = orderOf(draft, title)
      if (draft.isJob === true) {
        await svc.export.create({ ...order, mode: 'job' })
        notice('The document is being made. It stands below when it is done.')
        return
      }
      await saveAnswer(svc.export.create(order), `export.${draft.format}`)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
      void queries.invalidateQueries({ queryKey: ['exports', 'list'] })
    }
  }
  return (
    <section aria-label="New document" className={classes.new}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void make()
        }}
      >
        <Stack gap={16}>
          <PickRecords records={draft.records} onChange={records => set({ records })} />
          <TextInput
            label="Title"
            maxLength={500}
            placeholder={title}
            value={draft.title}
            onChange={event => set({ title: event.currentTarget.value })}
          />
          <CoverFields
            cover={draft.cover}
            onCover={cover => set({ cover })}
            signatories={draft.signatories}
            onSignatories={signatories => set({ signatories })}
          />
          <Group gap={16} align="end">
            <NativeSelect
              label="Format"
              value={draft.format}
              data={formats.map(({ value, label }) => ({ value, label }))}
              onChange={event => set({ format: event.currentTarget.value as Format })}
            />
            <Switch
              label="Sign it"
              mb={8}
              checked={draft.isSigned}
              onChange={event => set({ isSigned: event.currentTarget.checked })}
            />
            {draft.isSigned && draft.format === 'pdf' && (
              <Switch
                label="Show the signature"
                mb={8}
                checked={draft.isShown}
                onChange={event => set({ isShown: event.currentTarget.checked })}
              />
            )}
            <Switch
              label="Run as job"
              mb={8}
              checked={draft.isJob === true}
              onChange={event => set({ isJob: event.currentTarget.checked })}
            />
          </Group>
          {error !== null && <ErrorPanel error={error} />}
          <SubmitButton loading={isBusy} disabled={draft.records.length === 0} style={{ alignSelf: 'flex-start' }}>
            Make document
          </SubmitButton>
        </Stack>
      </form>
      <CoverPreview title={title} cover={draft.cover} signatories={draft.signatories} />
    </section>
  )
}

function orderOf({ records, format, isSigned, isShown, cover, signatories }: Draft, title: string) {
  const { isOn, authors, ...texts } = cover
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''))
  const names = authors.split(',').flatMap(each => each.trim() || [])
  const people = signatories.flatMap(({ name, role }) =>
    name.trim() === '' ? [] : [{ name: name.trim(), ...(role.trim() !== '' && { role: role.trim() }) }],
  )
  return {
    items: records.map(({ type, id }) => ({ type, id })),
    format,
    ...(title !== '' && { title }),
    ...(isOn && { cover: { ...filled, ...(names.length > 0 && { authors: names }) } }),
    ...(people.length > 0 && { signatories: people }),
    ...(isSigned && { sign: format === 'pdf' ? { pdf: true, visible: isShown } : { manifest: true } }),
  }
}
