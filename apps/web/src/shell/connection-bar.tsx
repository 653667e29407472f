import { useEffect, useState } from 'react'
import { onLiveNews } from '../live/events/live-events.ts'
import { isOnline, onOnlineChange } from '../live/online.ts'
import { onTooManyRequests } from '../live/too-many-requests.ts'
import classes from './connection-bar.module.css'

const shownMs = 3000
const texts = {
  fine: '',
  offline: 'Offline. What you type is kept.',
  reconnecting: 'Reconnecting…',
  again: 'Connected again',
} as const

/** Says when the browser has no network, or the server does not answer or takes no more for now, and for a moment when it does again. */
export function ConnectionBar() {
  const [state, setState] = useState<keyof typeof texts>(isOnline() ? 'fine' : 'offline')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: keyof typeof texts): void => {
      clearTimeout(timer)
      setState(next)
      if (next === 'again') timer = setTimeout(setState, shownMs, 'fine')
    }
    const stopWatching = onOnlineChange(() => show(isOnline() ? 'again' : 'offline'))
    const stop = onLiveNews(news => {
      if (news.kind !== 'state' || !isOnline()) return
      if (news.state === 'reconnecting') show('reconnecting')
      if (news.state === 'connected') show('again')
    })
    return () => {
      clearTimeout(timer)
      stop()
      stopWatching()
    }
  }, [])
  const seconds = usePause()
  return (
    <div role="status" aria-label="Connection" className={classes.bar} data-state={state}>
      {texts[state]}
      {state === 'fine' && seconds > 0 && (
        <>
          Too many requests. Goes on <span className="visually-hidden">by itself</span>
          <span aria-hidden="true">in {seconds} s</span>
        </>
      )}
    </div>
  )
}

/** For how many seconds the server takes no more, counted down. */
function usePause(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => onTooManyRequests(setSeconds), [])
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(setSeconds, 1000, seconds - 1)
    return () => clearTimeout(timer)
  }, [seconds])
  return seconds
}
