import { api } from './api.js'

const speakers = { user: 'You', assistant: 'Agent', system: 'System', tool: 'Tool' }
const ends = {
  cancelled: 'Stopped.',
  interrupted: 'The server stopped in the midst of this answer.',
  step_limit: 'Ended: the limit of steps was reached.',
  token_limit: 'Ended: the limit of tokens was reached.',
  length: 'Ended: the model may not write more.',
  content_filter: 'Ended: the provider filtered the answer.',
}

function fromTemplate(id) {
  return document.querySelector(`#${id}`).content.firstElementChild.cloneNode(true)
}

function json(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Text of others is text: what looks like HTML stays as it was written; only fences of code become blocks. */
function showText(element, text) {
  const parts = text.split(/^```[^\n]*\n?/m).map((part, index) => {
    const block = document.createElement(index % 2 === 0 ? 'p' : 'pre')
    block.textContent = index % 2 === 0 ? part.trim() : part
    return block
  })
  element.replaceChildren(...parts.filter(part => part.textContent !== ''))
}

function note(log, text) {
  const line = document.createElement('p')
  line.className = 'hint'
  line.textContent = text
  log.append(line)
}

/** A message, whole. */
export function showMessage(log, { role, content, attachments = [], tool_calls: calls = [], memories = [] }) {
  const view = fromTemplate('message-view')
  view.classList.add(role)
  view.querySelector('h2').textContent = speakers[role] ?? role
  showText(view.querySelector('.text'), content)
  if (content !== '' || attachments.length > 0) log.append(view)
  for (const { name, content_type: type } of attachments) note(log, `Attached: ${name} (${type})`)
  if (memories.length > 0) showMemories(log, memories)
  return calls.map(call => showCall(log, call))
}

/** What an answer was given of the workspace's memory; text of others, so it is shown as text. */
function showMemories(log, memories) {
  const view = fromTemplate('memories-view')
  const count = memories.length === 1 ? '1 memory' : `${memories.length} memories`
  view.querySelector('summary').textContent = `Used ${count}`
  for (const { id, source, chunk_text: text } of memories) {
    const item = document.createElement('li')
    const from = document.createElement('cite')
    from.textContent = source ?? id
    from.title = id
    item.append(from, ` ${text}`)
    view.querySelector('ul').append(item)
  }
  log.append(view)
}

function showCall(log, { tool_name: name, arguments: input }) {
  const view = fromTemplate('call-view')
  view.querySelector('summary').textContent = `Calls ${name}`
  view.querySelector('pre').textContent = json(input)
  log.append(view)
  return view
}

export function showResult(view, text, isError) {
  const output = view.querySelectorAll('pre')[1]
  output.textContent = text
  output.hidden = false
  view.querySelector('summary').append(isError ? ' · failed' : ' · done')
}

function showApproval(log, { approval_id: id, tool_name: name }, input) {
  const view = fromTemplate('approval-view')
  view.setAttribute('aria-label', `Approval of ${name}`)
  view.querySelector('p').textContent = `The agent wants to call ${name}. Allow it?`
  view.querySelector('pre').textContent = json(input ?? {})
  for (const button of view.querySelectorAll('button')) {
    button.addEventListener('click', async () => {
      for (const each of view.querySelectorAll('button')) each.disabled = true
      try {
        await api('POST', `approvals/${encodeURIComponent(id)}/${button.value}`)
        view.remove()
      } catch (error) {
        view.querySelector('p').textContent = error.message
      }
    })
  }
  log.append(view)
  return view
}

/** Shows a turn event by event. */
export class TurnView {
  #log
  #calls = new Map()
  #inputs = new Map()
  #approvals = new Map()
  #answer = null
  #text = ''
  #memories = []

  constructor(log) {
    this.#log = log
  }

  show({ type, data }) {
    if (type === 'content') this.#write(data.delta)
    else if (type === 'memory') this.#memories = data.memories
    else if (type === 'tool_call') this.#call(data)
    else if (type === 'tool_result') this.#result(data)
    else if (type === 'approval') {
      this.#approvals.set(data.call_id, showApproval(this.#log, data, this.#inputs.get(data.call_id)))
    } else if (type === 'context') note(this.#log, 'Older messages no longer fit the model and were left out.')
    else if (type === 'error') note(this.#log, data.detail)
    else if (type === 'done') this.#end(data)
  }

  #end({ finish_reason: reason }) {
    if (this.#memories.length > 0) showMemories(this.#log, this.#memories)
    this.#memories = []
    if (ends[reason]) note(this.#log, ends[reason])
  }

  #write(delta) {
    if (this.#answer === null) {
      this.#answer = fromTemplate('message-view')
      this.#answer.classList.add('assistant')
      this.#answer.querySelector('h2').textContent = speakers.assistant
      this.#log.append(this.#answer)
      this.#text = ''
    }
    this.#text += delta
    showText(this.#answer.querySelector('.text'), this.#text)
  }

  #call(data) {
    this.#answer = null
    this.#inputs.set(data.call_id, data.arguments)
    this.#calls.set(data.call_id, showCall(this.#log, data))
  }

  #result({ call_id: id, result, error }) {
    this.#answer = null
    this.#approvals.get(id)?.remove()
    const view = this.#calls.get(id)
    if (view) showResult(view, json(error?.detail ?? error?.message ?? error ?? result), error !== undefined)
  }
}
