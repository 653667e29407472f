import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PickFiles } from '../../ui/forms/pick-files.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { AddMemory } from './add-memory.tsx'
import { ImportList } from './import-list.tsx'
import { MemoryDocument } from './memory-document.tsx'
import { MemoryList } from './memory-list.tsx'
import { SearchResults } from './search-results.tsx'
import { useImports } from './use-imports.ts'
import classes from './memory.module.css'

export function MemoryPage() {
  const { memory, source } = useSearch({ strict: false }) as { memory?: string; source?: string }
  const question = useSearchText()
  const [isAdding, setAdding] = useState(false)
  const { imports, start, clear } = useImports()
  const { data: stats } = useQuery({
    queryKey: ['memory', 'stats'],
    queryFn: async ({ signal }) => svc.memory.stats({ signal }),
  })
  const isEmpty = stats?.documents === 0 && question === undefined
  const add = (
    <Button data-key="n" onClick={() => setAdding(true)}>
      Add memory
    </Button>
  )
  const pick = <PickFiles onPick={start}>Import files</PickFiles>
  return (
    <Page title="Memory">
      <DropArea label="Drop files to remember them" onDrop={data => start([...data.files])} />
      <div className={classes.page}>
        {!isEmpty && (
          <div className={classes.bar}>
            <SearchBox label="Search memory" />
            <SourceSelect
              sources={(stats?.sources ?? []).flatMap(each => (each.source === null ? [] : [each.source]))}
            />
            {pick}
            {add}
          </div>
        )}
        <ImportList imports={imports} onClear={clear} />
        {isEmpty && (
          <EmptyState
            icon="brain"
            manual="memory"
            action={
              <Group gap={8}>
                {add}
                {pick}
              </Group>
            }
          >
            What you and the agent should remember. Add a text, or drop files here: text, Markdown, HTML, PDF, Word.
          </EmptyState>
        )}
        {!isEmpty && question !== undefined && <SearchResults question={question} source={source} />}
        {!isEmpty && question === undefined && <MemoryList source={source} />}
      </div>
      {isAdding && <AddMemory onClose={() => setAdding(false)} />}
      {memory !== undefined && <MemoryDocument key={memory} id={memory} />}
    </Page>
  )
}

function SourceSelect({ sources }: { sources: string[] }) {
  const { source } = useSearch({ strict: false }) as { source?: string }
  const navigate = useNavigate()
  const all = source === undefined || sources.includes(source) ? sources : [source, ...sources]
  return (
    <Select
      aria-label="Source"
      placeholder="All sources"
      clearable
      searchable
      data={all}
      value={source ?? null}
      onChange={next =>
        void navigate({
          to: '.',
          search: (before: Record<string, unknown>) => ({ ...before, source: next ?? undefined }),
        } as never)
      }
    />
  )
}
