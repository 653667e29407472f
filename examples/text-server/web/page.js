/**
 * A question and its answer, which grows as it comes.
 *
 * @param {HTMLElement} element
 * @param {{ client: import('@svc/sdk').SvcClient }} app
 * @returns {() => void}
 */
export default function mount(element, { client }) {
  const form = document.createElement('form')
  const label = document.createElement('label')
  const question = document.createElement('textarea')
  const button = document.createElement('button')
  const answer = document.createElement('output')
  label.textContent = 'Question '
  question.required = true
  question.maxLength = 10_000
  label.append(question)
  button.textContent = 'Ask'
  form.append(label, button, answer)
  element.append(form)

  const leaving = new AbortController()
  const { signal } = leaving

  async function ask() {
    answer.textContent = ''
    const body = { question: question.value }
    const response = await client.post('/api/text-server/ask', { body, signal }).asResponse()
    const text = response.body.pipeThrough(new TextDecoderStream())
    for await (const piece of text) answer.textContent += piece
  }

  form.addEventListener(
    'submit',
    event => {
      event.preventDefault()
      button.disabled = true
      ask()
        .catch(error => {
          if (!signal.aborted) answer.textContent = error.message
        })
        .finally(() => {
          button.disabled = false
        })
    },
    { signal },
  )

  return () => {
    leaving.abort()
    element.replaceChildren()
  }
}
