import { useEffect, useEffectEvent } from 'react'

/** What Escape does to each dialog and drawer that is open, the one on top last. */
const layers: (() => void)[] = []

/**
 * Escape belongs to the layer on top alone while `isOpen`. Mantine's dialogs listen each for itself, and one press would close all of them. A menu or a list
 * that is open in the layer comes first.
 */
export function useLayer(isOpen: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    const layer = (): void => escape()
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [isOpen])
}

function onKeyDown(event: KeyboardEvent): void {
  const layer = layers.at(-1)
  if (event.key !== 'Escape' || event.isComposing || layer === undefined) return
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return
  // What lies below sees that the key was taken.
  event.preventDefault()
  layer()
}

addEventListener('keydown', onKeyDown, { capture: true })
