import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx'
import { textPieces } from './text-pieces.ts'
import classes from './turn.module.css'

const piecesAtOnce = 4

/** An answer as Markdown; of a long one the beginning, and while it is written the end. */
export function LongText({ text, isLive }: { text: string; isLive: boolean }) {
  const pieces = useMemo(() => textPieces(text), [text])
  const [shown, setShown] = useState(piecesAtOnce)
  const from = isLive ? Math.max(0, pieces.length - piecesAtOnce) : 0
  const to = isLive ? pieces.length : shown
  return (
    <>
      {from > 0 && <p className={classes.end}>The beginning is shown once the answer has ended.</p>}
      {pieces.slice(from, to).map((piece, index) => (
        <MarkdownText key={from + index} text={piece} isLive={isLive && from + index === pieces.length - 1} />
      ))}
      {to < pieces.length && (
        <Button variant="default" size="compact-sm" onClick={() => setShown(shown + piecesAtOnce)}>
          Show more of this answer
        </Button>
      )}
    </>
  )
}
