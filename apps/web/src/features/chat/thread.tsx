import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AnswerParts } from './turn/answer-parts.tsx'
import { liveTurns } from './turn/live-turns.ts'
import type { LiveTurn } from './turn/live-turns.ts'
import { TurnView } from './turn/turn-view.tsx'
import type { TurnActions } from './turn/turn-view.tsx'
import { turnsOf } from './turn/turns.ts'
import turnClasses from './turn/turn.module.css'
import type { Message } from '@svc/sdk'
import classes from './chat.module.css'

/** Of a long conversation the end is drawn first. */
const shownAtOnce = 40
const nearPx = 48

/** What was said, and below it the turn under way, which is drawn by itself. */
export function Thread({
  sessionId,
  messages,
  live,
  actions,
}: {
  sessionId: string
  messages: readonly Message[]
  live: LiveTurn | null
  actions: TurnActions
}) {
  const [shown, setShown] = useState(shownAtOnce)
  const turns = useMemo(() => turnsOf(withoutLive(messages, live)), [messages, live?.turnId, live?.replaces])
  const isBusy = live !== null && live.error === null
  const { box, isAway, toEnd } = useEnd([turns, live])
  const hidden = Math.max(0, turns.length - shown)
  return (
    <div className={classes.scroll} ref={box}>
      <div role="log" aria-label="Messages" aria-live="off" className={classes.thread} tabIndex={-1}>
        {hidden > 0 && (
          <Button variant="subtle" onClick={() => setShown(shown + shownAtOnce)}>
            Show earlier messages
          </Button>
        )}
        {turns.slice(hidden).map((turn, index, all) => (
          <TurnView
            key={turn.key}
            turn={turn}
            isLast={index === all.length - 1 && live === null}
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

function LiveView({ sessionId, live, actions }: { sessionId: string; live: LiveTurn; actions: TurnActions }) {
  const retry = (): void => {
    liveTurns.forget(sessionId)
    actions.retry()
  }
  return (
    <>
      {live.question !== null && (
        <article aria-label="You" className={turnClasses.question}>
          <div className={turnClasses.bubble}>{live.question}</div>
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

/** Keeps the end in view while somebody reads there, and lets them be elsewhere. */
function useEnd(changes: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const isKept = useRef(true)
  const toEnd = (): void => {
    isKept.current = true
    setAway(false)
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    if (isKept.current) element.scrollTo({ top: element.scrollHeight })
    else setAway(distanceFromEnd(element) >= nearPx)
  }, changes)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const look = (): void => {
      isKept.current = distanceFromEnd(element) < nearPx
      setAway(!isKept.current)
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])
  return { box, isAway, toEnd }
}

function distanceFromEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight
}
