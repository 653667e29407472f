import { Button, Group } from '@mantine/core'
import type { MemoryDocument as Document } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { MarkdownText } from '../../ui/markdown/markdown-text.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { Time } from '../../ui/words/time.tsx'
import { Drawer } from '../../ui/overlays/modal.tsx'
import { EditMemory } from './edit-memory.tsx'
import { MemoryHistory } from './memory-history.tsx'
import { firstLine, placeOf, wholeLines, windowAround } from './passage.ts'
import classes from './memory.module.css'

export type TaggedDocument = Document & { etag: string }

/** The memory of the address, whole, beside the page. */
export function MemoryDocument({ id }: { id: string }) {
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const close = (): Promise<void> =>
    navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        memory: undefined,
        at: undefined,
        view: undefined,
      }),
    } as never)
  const query = useQuery({
    queryKey: ['memory', 'one', id],
    async queryFn({ signal }): Promise<TaggedDocument> {
      const { data, response } = await svc.memory.get(id, { signal }).withResponse()
      return { ...data, etag: response.headers.get('etag') ?? '' }
    },
  })
  const remove = async (): Promise<void> => {
    await svc.memory.delete(id)
    queries.removeQueries({ queryKey: ['memory', 'one', id] })
    void queries.invalidateQueries({ queryKey: ['memory'] })
    await close()
  }
  const title = query.data === undefined ? 'Memory' : (query.data.source ?? firstLine(query.data.content))
  return (
    <Drawer opened onClose={() => void close()} title={title} position="right" size="lg">
      <Loaded query={query} sketch={<RowsSketch />}>
        {document =>
          isEditing ? (
            <EditMemory document={document} onDone={() => setEditing(false)} />
          ) : (
            <>
              <p className={classes.facts}>
                {typeof document.provenance['username'] === 'string' && <span>{document.provenance['username']}</span>}
                <Time at={document.updated_at} />
                {document.tags.map(tag => (
                  <span key={tag}>{tag}</span>
                ))}
              </p>
              <AddressTabs
                label="Memory"
                parameter="view"
                tabs={[
                  { id: 'text', title: 'Text', content: () => <Content document={document} show={asMarkdown} /> },
                  { id: 'written', title: 'As written', content: () => <Content document={document} show={asIs} /> },
                  { id: 'history', title: 'History', content: () => <MemoryHistory document={document} /> },
                ]}
              />
              <Group gap={8} mt={24}>
                <Button variant="default" onClick={() => setEditing(true)}>
                  Edit memory
                </Button>
                <Button variant="outline" color="bad" onClick={() => setAsking(true)}>
                  Delete memory
                </Button>
              </Group>
            </>
          )
        }
      </Loaded>
      {isAsking && (
        <Confirm verb="Delete memory" onConfirm={remove} onClose={() => setAsking(false)}>
          {title} is forgotten, with its history.
        </Confirm>
      )}
    </Drawer>
  )
}

const mostShown = 100_000

type Show = (text: string) => ReactNode

const asIs: Show = text => text
const asMarkdown: Show = text => text !== '' && <MarkdownText text={text} />

function Content({ document, show }: { document: Document; show: Show }) {
  const { at } = useSearch({ strict: false }) as { at?: string }
  const [isWhole, setWhole] = useState(false)
  const passage = useRef<HTMLElement>(null)
  const place = placeOf(at)
  // Half a line is no Markdown.
  const marked = place === null || show === asIs ? place : wholeLines(document.content, place)
  const shown = windowAround(document.content, marked, isWhole ? Infinity : mostShown)
  useEffect(() => {
    // Newer browsers answer it with a promise, which React would take for the way to clean up.
    void passage.current?.scrollIntoView({ block: 'center' })
  }, [at])
  return (
    <>
      <div className={show === asIs ? classes.written : classes.content}>
        {show(shown.before)}
        {shown.passage !== '' && <mark ref={passage}>{show(shown.passage)}</mark>}
        {show(shown.after)}
      </div>
      {shown.hidden > 0 && (
        <Button variant="subtle" mt={8} onClick={() => setWhole(true)}>
          Show all {document.content.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  )
}
