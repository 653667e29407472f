/**
 * Text from a record goes into the page as text, never as HTML.
 *
 * @param {{ text: string }} greeting
 */
export function greetingItem({ text }) {
  const item = document.createElement('li')
  item.textContent = text
  return item
}
