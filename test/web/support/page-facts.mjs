// Runs in the page, whose types the tests do not have.

/** What every page must have, and what none may. */
export function pageFacts() {
  return {
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    title: document.title.endsWith(' · svc'),
    skip: document.querySelector('a[href$="#main"]') !== null,
    sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    small: [...document.querySelectorAll('button, a[href]')]
      .filter(element => {
        const { width, height } = element.getBoundingClientRect()
        // A link within a sentence is as high as its line.
        const isInline = getComputedStyle(element).display === 'inline'
        return !isInline && width > 1 && height > 1 && Math.min(width, height) < 24
      })
      .map(element => element.textContent || element.getAttribute('aria-label')),
  }
}

// What it finds is never serious.
const region = { enabled: false }

/** All rules of axe; that of colours alone; all but that. Style sheets are loaded once more for rules about them alone. */
export const axeOptions = {
  all: { rules: { region } },
  colours: { runOnly: ['color-contrast'] },
  structure: { preload: false, rules: { region, 'color-contrast': { enabled: false } } },
}

/** After the script of axe-core: its serious findings, by these of its options. */
export async function seriousFindings(options) {
  const { violations } = await window.axe.run({ resultTypes: ['violations'], ...options })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join(', ')}`,
    )
}

/** The ring around what has the focus, or around the box whose field it is; null: nothing of the page has it. */
export function focusRing() {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  const ringOf = each => {
    const { outlineWidth, outlineStyle } = getComputedStyle(each)
    return `${outlineWidth} ${outlineStyle}`
  }
  // A choice has its ring on its label, a list of tags on its frame.
  const { nextElementSibling: label, parentElement: frame } = element
  const around = [element, label, frame, frame?.parentElement].filter(Boolean).map(ringOf)
  return around.find(ring => ring === '2px solid') ?? `${element.outerHTML.slice(0, 120)} ${around.join()}`
}

/** Pastes a file into a field, as the system's clipboard would. */
export function pasteFile(field, { name, text }) {
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([text], name, { type: 'text/plain' }))
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** What a browser says to a tab that another one covers, or no longer does. */
export function setHidden(isHidden) {
  Object.defineProperty(document, 'visibilityState', { value: isHidden ? 'hidden' : 'visible', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
