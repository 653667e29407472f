import { Button } from '@mantine/core'
import { useState } from 'react'
import { pieceSize, textPieces } from './text-pieces.ts'
import classes from './turn.module.css'

/** A question as it was typed; of a long one the beginning. */
export function Bubble({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isCut = text.length > pieceSize && !isWhole
  return (
    <>
      <div className={classes.bubble} dir="auto">
        {isCut ? `${textPieces(text)[0] ?? ''}…` : text}
      </div>
      {isCut && (
        <Button variant="default" size="compact-sm" mt={4} onClick={() => setWhole(true)}>
          Show all of this question
        </Button>
      )}
    </>
  )
}
