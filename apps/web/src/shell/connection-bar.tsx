import { useEffect, useState } from 'react'
import { onLiveNews } from '../live/events/live-events.ts'
import classes from './connection-bar.module.css'

const shownMs = 3000
const texts = {
  fine: '',
  offline: 'Offline. What you type is kept.',
  reconnecting: 'Reconnecting…',
  again: 'Connected again',
} as const

/** Says when the browser has no network or the server does not answer, and for a moment when it does again. */
export function ConnectionBar() {
  const [state, setState] = useState<keyof typeof texts>(navigator.onLine ? 'fine' : 'offline')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: keyof typeof texts): void => {
      clearTimeout(timer)
      setState(next)
      if (next === 'again') timer = setTimeout(setState, shownMs, 'fine')
    }
    const away = (): void => show('offline')
    const back = (): void => show('again')
    addEventListener('offline', away)
    addEventListener('online', back)
    const stop = onLiveNews(news => {
      if (news.kind !== 'state' || !navigator.onLine) return
      if (news.state === 'reconnecting') show('reconnecting')
      if (news.state === 'connected') show('again')
    })
    return () => {
      clearTimeout(timer)
      stop()
      removeEventListener('offline', away)
      removeEventListener('online', back)
    }
  }, [])
  return (
    <div role="status" aria-label="Connection" className={classes.bar} data-state={state}>
      {texts[state]}
    </div>
  )
}
