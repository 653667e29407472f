/** An element and what is around it, the innermost first. */
type Place = readonly HTMLElement[]

const frames = '#root, [role="dialog"], [role="alertdialog"]'

/**
 * Keeps the focus in the page when the browser would drop it: when what has it goes away, the nearest thing around it gets it; when a dialog goes away
 * with it, what had it before the dialog; when it is disabled for a while, it gets it back.
 */
export function keepFocus(): void {
  let place: Place = []
  let placeInPage: Place = []
  document.addEventListener('focusin', ({ target }) => {
    place = placeOf(target)
    if (place[0]?.closest('#root') !== null) placeInPage = place
  })
  document.addEventListener('mousedown', () =>
    // Somebody pressed beside everything: then nothing is to have the focus.
    setTimeout(() => {
      if (document.activeElement === document.body) place = []
    }),
  )
  const restore = (): void => {
    const [last] = place
    if (last === undefined || document.activeElement !== document.body) return
    // It may be enabled again.
    if (last.isConnected && last.matches(':disabled')) return
    for (const element of [...place, ...placeInPage]) {
      if (element.isConnected && element.closest(frames) !== null && element.id !== 'root' && takesFocus(element))
        return
    }
    place = []
  }
  new MutationObserver(restore).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })
}

function placeOf(target: EventTarget | null): Place {
  const place: HTMLElement[] = []
  for (
    let element = target;
    element instanceof HTMLElement && element !== document.body;
    element = element.parentElement
  )
    place.push(element)
  return place
}

/** Whether the element has the focus now; one that none can have by itself gets it this once. */
function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return true
  if (element.hasAttribute('tabindex')) return false
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  const isTaken = document.activeElement === element
  if (isTaken) element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  else element.removeAttribute('tabindex')
  return isTaken
}
