import { preloadMarkdown } from '../../../ui/markdown/markdown-text.tsx'
import { LongText } from './long-text.tsx'
import { ToolCard } from './tool-card.tsx'
import type { Part, Source } from './turns.ts'
import classes from './turn.module.css'

preloadMarkdown()

/** What an answer is made of, in its order, and where it comes from. */
export function AnswerParts({
  parts,
  sources,
  isLive = false,
}: {
  parts: readonly Part[]
  sources: readonly Source[]
  isLive?: boolean
}) {
  return (
    <>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          <LongText key={index} text={part.text} isLive={isLive && index === parts.length - 1} />
        ) : (
          <ToolCard key={part.callId} part={part} />
        ),
      )}
      {sources.length > 0 && !isLive && <Sources sources={sources} />}
    </>
  )
}

function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <section aria-label="Sources" className={classes.sources}>
      <p>Sources</p>
      <ol>
        {sources.map(({ id, source, quote }) => (
          <li key={`${id} ${quote}`}>
            <a href={`memory?memory=${encodeURIComponent(id)}`} title={quote}>
              {source ?? 'Memory'}
            </a>
            <q className={classes.quote}>{quote}</q>
          </li>
        ))}
      </ol>
    </section>
  )
}
