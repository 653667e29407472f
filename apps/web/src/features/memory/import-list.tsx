import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Import } from './use-imports.ts'
import classes from './memory.module.css'

/** What became of the files that were dropped. */
export function ImportList({ imports, onClear }: { imports: readonly Import[]; onClear: () => void }) {
  if (imports.length === 0) return null
  const isBusy = imports.some(({ state }) => state === 'reading')
  return (
    <section aria-label="Imports" aria-busy={isBusy} className={classes.imports}>
      <ul className={classes.documents} role="status">
        {imports.map(({ id, name, state, words, again }) => (
          <li key={id} className={classes.document}>
            <span>{name}</span>
            <span className={classes.facts} data-state={state}>
              <span>{words}</span>
              {state === 'background' && (
                <Link to="/data" search={{ tab: 'jobs' } as never}>
                  See the job
                </Link>
              )}
              {again !== null && (
                <Button variant="subtle" size="compact-sm" onClick={again}>
                  Try again
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!isBusy && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Hide these
        </Button>
      )}
    </section>
  )
}
