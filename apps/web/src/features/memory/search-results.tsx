import { Button } from '@mantine/core'
import type { MemoryResult } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { svc } from '../../live/server.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { firstLine, markWords, unwrapped } from './passage.ts'
import { Why } from './why.tsx'
import classes from './memory.module.css'

const most = 20

/** What the workspace remembers of a question, best first. */
export function SearchResults({ question, source }: { question: string; source: string | undefined }) {
  const query = useQuery({
    queryKey: ['memory', 'search', question, source ?? null],
    async queryFn({ signal }) {
      const found = await svc.memory.search(question, { top_k: most, source, explain: true }, { signal })
      return { results: [...found], notice: found.notice }
    },
    placeholderData: before => before,
  })
  return (
    <Loaded query={query} sketch={<RowsSketch />}>
      {({ results, notice }) => (
        <section aria-label="Results" aria-busy={query.isPlaceholderData} className={classes.results}>
          {notice !== null && <p className={classes.notice}>{notice}</p>}
          {results.length === 0 && (
            <EmptyState icon="search">
              Nothing that is remembered comes near this. Try other words, or add what is missing.
            </EmptyState>
          )}
          {results.map(result => (
            <Result key={result.id} result={result} question={question} />
          ))}
        </section>
      )}
    </Loaded>
  )
}

function Result({ result, question }: { result: MemoryResult; question: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { chunk, score, source, content, explain } = result
  const name = source ?? firstLine(content)
  const place = chunk.heading.filter(heading => heading !== name).join(' › ')
  return (
    <article aria-labelledby={id} className={classes.result}>
      <div className={classes.resultHead}>
        <h2 id={id}>
          <Link
            to="."
            search={(before: Record<string, unknown>) =>
              ({ ...before, memory: result.id, at: `${chunk.start}-${chunk.end}` }) as never
            }
          >
            {name}
          </Link>
        </h2>
        <Score value={score} />
      </div>
      {place !== '' && <p className={classes.place}>{place}</p>}
      <p className={classes.passage}>
        {markWords(unwrapped(chunk.text), question).map((piece, index) =>
          piece.isMarked ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
        )}
      </p>
      {explain && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className={classes.whyButton}
          >
            Why this result
          </Button>
          {isOpen && <Why explain={explain} />}
        </>
      )}
    </article>
  )
}

/** How well it fits, 0 to 1; to be compared within one answer. */
function Score({ value }: { value: number }) {
  return (
    <span className={classes.score}>
      <meter aria-label="Score" min={0} max={1} value={value} />
      <span aria-hidden="true">{value.toFixed(2)}</span>
    </span>
  )
}
