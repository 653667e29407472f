import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import classes from '../playbooks.module.css'
import type { PlaybookMistake } from '../types.ts'

/** What is wrong with a definition: each mistake once, with its place and the lines around it. */
export function Mistakes({
  mistakes,
  file,
  onShow,
}: {
  mistakes: readonly PlaybookMistake[]
  file?: string
  /** Shows the place in the text. */
  onShow?: (mistake: PlaybookMistake) => void
}) {
  return (
    <ul className={classes.mistakes}>
      {mistakes.map((mistake, index) => {
        const { message, line, column, path, frame } = mistake
        const place = line === null ? path : `${file === undefined ? 'Line ' : `${file}:`}${line}:${column ?? 1}`
        return (
          <li key={index}>
            <p>
              {onShow === undefined || line === null ? (
                <code>{place}</code>
              ) : (
                <button type="button" className={classes.place} onClick={() => onShow(mistake)}>
                  {place}
                </button>
              )}{' '}
              {message}
            </p>
            {frame !== null && <CodeBlock>{frame}</CodeBlock>}
          </li>
        )
      })}
    </ul>
  )
}
