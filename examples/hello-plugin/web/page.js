import { greetingItem } from './greeting-item.js'

/**
 * Draws the page of this plugin. The browser app calls it when somebody opens the page, and what it returns when they leave.
 *
 * @param {HTMLElement} element Empty, and this page's alone.
 * @param {{ client: import('@svc/sdk').SvcClient, navigate: (path: string) => void, theme: 'light' | 'dark' }} app
 * @returns {() => void}
 */
export default function mount(element, { client }) {
  const form = document.createElement('form')
  const label = document.createElement('label')
  const name = document.createElement('input')
  const button = document.createElement('button')
  const problem = document.createElement('p')
  const list = document.createElement('ul')
  label.textContent = 'Name '
  name.required = true
  label.append(name)
  button.textContent = 'Greet'
  problem.setAttribute('role', 'alert')
  list.setAttribute('aria-label', 'Greetings')
  form.append(label, button)
  element.append(form, problem, list)

  const leaving = new AbortController()
  const { signal } = leaving

  async function load() {
    const { items } = await client.get('/api/hello', { signal })
    list.replaceChildren(...items.map(greetingItem))
  }

  /** @param {() => Promise<unknown>} work */
  async function withProblem(work) {
    problem.textContent = ''
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) problem.textContent = error.message
    }
  }

  form.addEventListener(
    'submit',
    event => {
      event.preventDefault()
      void withProblem(async () => {
        await client.post('/api/hello', { body: { name: name.value }, signal })
        name.value = ''
        await load()
      })
    },
    { signal },
  )
  void withProblem(load)

  return () => {
    leaving.abort()
    element.replaceChildren()
  }
}
