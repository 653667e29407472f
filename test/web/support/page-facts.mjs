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

/** After the script of axe-core: its serious findings. */
export async function seriousFindings() {
  const { violations } = await window.axe.run({ resultTypes: ['violations'] })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join(', ')}`,
    )
}

/** Pastes a file into a field, as the system's clipboard would. */
export function pasteFile(field, { name, text }) {
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([text], name, { type: 'text/plain' }))
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
