import { Badge, Textarea } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { DropArea } from '../../../ui/forms/drop-area.tsx'
import { PickFiles } from '../../../ui/forms/pick-files.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { SplitView } from '../../../ui/page/split-view.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { sentenceOf } from '../../../ui/states/sentence-of.ts'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { importFiles, typedSource } from './import-sources.ts'
import type { Refused } from './import-sources.ts'
import { Reader } from './reader.tsx'
import { changed, counted, titleOf } from '../records.ts'
import type { Source } from '../records.ts'
import classes from '../research.module.css'

const stateWords: Record<Source['state'], string | null> = {
  ok: null,
  no_text: 'No text',
  changed: 'Changed since',
  missing: 'Missing',
  altered: 'Altered',
}

/** What was read: added by drop, choice or address; one of them open beside the list. */
export function ReadingList({ projectId }: { projectId: string }) {
  const { source: openId } = useSearch({ strict: false }) as { source?: string }
  const listing = useListing<Source>(['research', 'list', 'sources', projectId], options =>
    svc.research.sources.list(projectId, undefined, options),
  )
  const [refused, setRefused] = useState<Refused[]>([])
  const add = async (files: readonly File[]): Promise<void> => {
    setRefused([])
    const { refused: left } = await importFiles(projectId, files)
    setRefused(left)
    await changed()
  }
  return (
    <Loaded query={listing} sketch={<RowsSketch />}>
      {sources => (
        <SplitView
          label="Reading list"
          isOpen={openId !== undefined}
          side={
            <>
              <AddSource projectId={projectId} onFiles={files => void add(files)} />
              <DropArea label="Drop files to add them as sources" onDrop={data => void add([...data.files])} />
              {refused.length > 0 && (
                <ul role="alert" className={classes.refused}>
                  {refused.map(({ name, error }) => (
                    <li key={name}>
                      {name}: {sentenceOf(error)}
                    </li>
                  ))}
                </ul>
              )}
              {sources.length === 0 && (
                <p className={classes.small}>
                  Nothing yet. Drop PDF files, texts, BibTeX or RIS anywhere on this page.
                </p>
              )}
              <ul aria-label="Sources" className={classes.sources}>
                {sources.map(source => (
                  <li key={source.source_id}>
                    <Link
                      to="/research"
                      search={(before: Record<string, unknown>) => ({ ...before, source: source.source_id }) as never}
                      aria-current={source.source_id === openId ? 'true' : undefined}
                      className={classes.entry}
                    >
                      <span className={classes.entryTitle}>{titleOf(source)}</span>
                      <span className={classes.small}>
                        {source.key}
                        {source.kind === 'reference' && ' · reference'} · {counted(source.claims, 'claim')}
                        {stateWords[source.state] !== null && (
                          <Badge ml={8} size="sm" variant="light" color={source.state === 'no_text' ? 'gray' : 'warn'}>
                            {stateWords[source.state]}
                          </Badge>
                        )}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <ShowMore listing={listing} />
            </>
          }
        >
          {openId === undefined ? (
            <p className={classes.choose}>Choose a source to read it and to claim something from it.</p>
          ) : (
            <Reader key={openId} projectId={projectId} sourceId={openId} />
          )}
        </SplitView>
      )}
    </Loaded>
  )
}

function AddSource({ projectId, onFiles }: { projectId: string; onFiles: (files: File[]) => void }) {
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const text = textIn(form, 'source')
    if (text === '') return
    await svc.research.sources.add(projectId, typedSource(text))
    form.reset()
    await changed()
  })
  return (
    <form onSubmit={onSubmit} className={classes.add}>
      <Textarea
        name="source"
        label="Add a source"
        description="An address, a DOI, BibTeX, RIS, or a text"
        autosize
        minRows={1}
        maxRows={8}
      />
      <div className={classes.bar}>
        <SubmitButton loading={isBusy}>Add source</SubmitButton>
        <PickFiles onPick={onFiles}>Choose files</PickFiles>
      </div>
      <RefusalPanel refusal={refusal} />
    </form>
  )
}
