import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { AnswerParts } from './turn/answer-parts.tsx'
import { Bubble } from './turn/bubble.tsx'
import { liveTurns, useWholeAnswer } from './turn/live-turns.ts'
import type { LiveTurn } from './turn/live-turns.ts'
import { TurnView } from './turn/turn-view.tsx'
import type { TurnActions } from './turn/turn-view.tsx'
import { turnsOf } from './turn/turns.ts'
import turnClasses from './turn/turn.module.css'
import { useEnd } from './use-end.ts'
import type { Earlier } from './use-messages.ts'
import type { Message } from '@svc/sdk'
import classes from './chat.module.css'

/** What was said, and below it the turn under way, which is drawn by itself. */
export function Thread({
  sessionId,
  messages,
  earlier,
  live,
  actions,
}: {
  sessionId: string
  messages: readonly Message[]
  earlier: Earlier
  live: LiveTurn | null
  actions: TurnActions
}) {
  const turns = useMemo(() => turnsOf(withoutLive(messages, live)), [messages, live?.turnId, live?.replaces])
  const isBusy = live !== null && live.error === null
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { isAway, toEnd } = useEnd(box, content, turns[0]?.key)
  const said = useWholeAnswer(sessionId).slice(0, mostSaid)
  return (
    <div className={classes.scroll} ref={box}>
      <p role="status" aria-label="Answer" className="visually-hidden">
        {said}
      </p>
      <div role="log" aria-label="Messages" aria-live="off" className={classes.thread} tabIndex={-1} ref={content}>
        {earlier.isThere && <ShowEarlier earlier={earlier} box={box} />}
        {turns.map((turn, index) => (
          <TurnView
            key={turn.key}
            turn={turn}
            isLast={index === turns.length - 1 && live === null}
            isBusy={isBusy}
            actions={actions}
          />
        ))}
        {live !== null && <LiveView sessionId={sessionId} live={live} actions={actions} />}
      </div>
      {isAway && (
        <Button className={classes.jump ?? ''} variant="default" size="compact-sm" onClick={toEnd}>
          Jump to latest
        </Button>
      )}
    </div>
  )
}

/** Of a long answer a screen reader says the beginning. The log is silent, since it would say each word as it comes. */
const mostSaid = 5000

/** Reads what was said before as somebody scrolls there, or asks for it. */
function ShowEarlier({ earlier, box }: { earlier: Earlier; box: RefObject<HTMLElement | null> }) {
  const place = useRef<HTMLDivElement>(null)
  const read = useRef(earlier.read)
  read.current = earlier.read
  useEffect(() => {
    if (place.current === null || earlier.error !== null) return
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && read.current(), {
      root: box.current,
      rootMargin: '400px 0px 0px',
    })
    sight.observe(place.current)
    return () => sight.disconnect()
  }, [box, earlier.isRead, earlier.error])
  return (
    <div ref={place} className={classes.earlier}>
      {earlier.error === null ? (
        <Button variant="subtle" loading={earlier.isRead} onClick={earlier.read}>
          Show earlier messages
        </Button>
      ) : (
        <ErrorPanel error={earlier.error} onRetry={earlier.read} />
      )}
    </div>
  )
}

function LiveView({ sessionId, live, actions }: { sessionId: string; live: LiveTurn; actions: TurnActions }) {
  const retry = (): void => {
    liveTurns.forget(sessionId)
    actions.retry()
  }
  return (
    <>
      {live.question !== null && (
        <article aria-label="You" className={turnClasses.question}>
          <Bubble text={live.question} />
          {live.files.length > 0 && (
            <ul className={turnClasses.files} aria-label="Attachments">
              {live.files.map((name, index) => (
                <li key={index}>{name}</li>
              ))}
            </ul>
          )}
        </article>
      )}
      <article aria-label="Assistant" aria-busy={live.state !== 'done'} className={turnClasses.answer}>
        <AnswerParts parts={live.parts} sources={live.sources} isLive={live.state !== 'done'} />
        {live.error === null ? (
          <p className={classes.state} role="status">
            {live.state === 'reconnecting' && 'Reconnecting…'}
            {live.state === 'running' && live.parts.length === 0 && 'Thinking…'}
          </p>
        ) : (
          <div role="alert" className={classes.failed}>
            <p>{live.error}</p>
            <Button variant="default" size="compact-sm" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
      </article>
    </>
  )
}

/** What the live turn shows is not shown twice; nor what it takes the place of. */
function withoutLive(messages: readonly Message[], live: LiveTurn | null): readonly Message[] {
  if (live === null) return messages
  const from = live.replaces === null ? -1 : messages.findIndex(({ id }) => id === live.replaces)
  const before = from < 0 ? messages : messages.slice(0, from)
  return live.turnId === null ? before : before.filter(({ turn_id }) => turn_id !== live.turnId)
}
