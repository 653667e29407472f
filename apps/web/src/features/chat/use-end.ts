import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

const nearPx = 48

/**
 * Keeps the end of what grows in `content` in view while somebody reads there, and lets them be elsewhere. What is put in front of `first` moves
 * nothing that is read.
 */
export function useEnd(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  first: string | undefined,
): { isAway: boolean; toEnd: () => void } {
  const [isAway, setAway] = useState(false)
  const isKept = useRef(true)
  const fromEnd = useRef(0)
  const toEnd = useCallback((): void => {
    isKept.current = true
    setAway(false)
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [box])

  useEffect(() => {
    const [scrolled, grown] = [box.current, content.current]
    if (scrolled === null || grown === null) return
    const look = (): void => {
      fromEnd.current = scrolled.scrollHeight - scrolled.scrollTop
      isKept.current = fromEnd.current - scrolled.clientHeight < nearPx
      setAway(!isKept.current)
    }
    const keep = (): void => {
      if (isKept.current) scrolled.scrollTo({ top: scrolled.scrollHeight })
      else look()
    }
    const sizes = new ResizeObserver(keep)
    sizes.observe(grown)
    sizes.observe(scrolled)
    scrolled.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      scrolled.removeEventListener('scroll', look)
    }
  }, [box, content])

  useLayoutEffect(() => {
    const scrolled = box.current
    if (scrolled === null) return
    scrolled.scrollTop = isKept.current ? scrolled.scrollHeight : scrolled.scrollHeight - fromEnd.current
  }, [box, first])
  return { isAway, toEnd }
}
