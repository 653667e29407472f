import { api, stream } from './api.js'
import { showMessage, showResult, TurnView } from './chat-turn.js'
import { showWorkspaces, whoAmI } from './workspace.js'

const [list, more, search, title, log, composer] = ['list', 'more', 'search', 'title', 'log', 'composer'].map(id =>
  document.querySelector(`#${id}`),
)
const [sendButton, stopButton, problem] = ['#send', '#stop', '.problem'].map(selector =>
  document.querySelector(selector),
)
const memory = document.querySelector('#memory')
const retryMs = 1000
const searchMs = 200

/** The conversation that is open; null: one that begins with the first message. Whatever belongs to another is not shown. */
let open = null
let cursor = null

function complain(error) {
  if (error.status === 401) location.assign(new URL('./', document.baseURI))
  problem.textContent = error.message
  problem.hidden = false
}

/** Runs `work`; what goes wrong is shown. */
async function attempt(work) {
  problem.hidden = true
  try {
    await work()
  } catch (error) {
    complain(error)
  }
}

function setBusy(isBusy) {
  sendButton.hidden = isBusy
  stopButton.hidden = !isBusy
}

function scrollDown() {
  log.lastElementChild?.scrollIntoView({ block: 'end' })
}

function nameOf(conversation) {
  return conversation?.title ?? 'New conversation'
}

function itemOf(conversation) {
  const item = document.createElement('li')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = nameOf(conversation)
  button.dataset.id = conversation.session_id
  if (conversation.session_id === open?.session_id) button.setAttribute('aria-current', 'true')
  button.addEventListener('click', () => attempt(() => openConversation(conversation.session_id)))
  item.append(button)
  if (conversation.match?.snippet) {
    const snippet = document.createElement('p')
    snippet.className = 'hint'
    snippet.textContent = conversation.match.snippet
    item.append(snippet)
  }
  return item
}

async function showList({ after = null } = {}) {
  const query = new URLSearchParams({ limit: '30' })
  if (search.value.trim() !== '') query.set('search', search.value)
  if (after !== null) query.set('cursor', after)
  const page = await api('GET', `conversations?${query}`)
  const items = page.items.map(itemOf)
  if (after === null) list.replaceChildren(...items)
  else list.append(...items)
  cursor = page.next_cursor
  more.hidden = cursor === null
}

function markOpen() {
  title.textContent = nameOf(open)
  memory.checked = open?.memory ?? true
  history.replaceState(null, '', open === null ? '#' : `#${open.session_id}`)
  for (const button of list.querySelectorAll('button')) {
    if (button.dataset.id === open?.session_id) button.setAttribute('aria-current', 'true')
    else button.removeAttribute('aria-current')
  }
}

function newConversation() {
  open = null
  log.replaceChildren()
  setBusy(false)
  markOpen()
  composer.elements.message.focus()
}

async function messagesOf(id) {
  const messages = []
  let after = ''
  do {
    const page = await api('GET', `conversations/${encodeURIComponent(id)}/messages?limit=200${after}`)
    messages.push(...page.items)
    after = page.next_cursor === null ? null : `&cursor=${encodeURIComponent(page.next_cursor)}`
  } while (after !== null)
  return messages
}

async function openConversation(id) {
  const conversation = await api('GET', `conversations/${encodeURIComponent(id)}`)
  const messages = await messagesOf(id)
  open = conversation
  log.replaceChildren()
  const turnId = conversation.status === 'idle' ? null : (messages.at(-1)?.turn_id ?? null)
  const calls = new Map()
  for (const message of messages) {
    // What the turn under way has said comes with its events.
    if (turnId !== null && message.turn_id === turnId && message.role !== 'user') continue
    const view = calls.get(message.tool_call_id)
    if (view) showResult(view, message.content, false)
    else if (message.role !== 'tool') {
      const views = showMessage(log, message)
      for (const [index, call] of (message.tool_calls ?? []).entries()) calls.set(call.call_id, views[index])
    }
  }
  setBusy(turnId !== null)
  markOpen()
  scrollDown()
  if (turnId !== null) await followTurn(conversation, () => eventsOf(conversation, turnId))
}

function eventsOf(conversation, turnId, lastId) {
  const path = `conversations/${encodeURIComponent(conversation.session_id)}/events?turn_id=${encodeURIComponent(turnId)}`
  return stream('GET', path, { lastId })
}

/** Shows a turn to its end; a connection that is lost is taken up again behind what was seen. */
async function followTurn(conversation, begin) {
  const view = new TurnView(log)
  const isShown = () => open?.session_id === conversation.session_id
  setBusy(true)
  let lastId = null
  let turnId = null
  let events = begin()
  for (;;) {
    try {
      for await (const event of events) {
        if (!isShown()) return
        lastId = event.id || lastId
        turnId ??= event.data.turn_id ?? null
        view.show(event)
        scrollDown()
        if (event.type === 'title') {
          open = { ...open, title: event.data.title }
          markOpen()
        }
        if (event.type === 'done') {
          setBusy(false)
          await showList()
          return
        }
      }
    } catch (error) {
      // With a status it is the server's own no; without one the connection was lost.
      if (error.status !== undefined || lastId === null) {
        setBusy(false)
        throw error
      }
    }
    await new Promise(resolve => setTimeout(resolve, retryMs))
    if (!isShown()) return
    turnId ??= (await messagesOf(conversation.session_id)).at(-1)?.turn_id ?? null
    events = eventsOf(conversation, turnId, lastId)
  }
}

async function ask(message) {
  if (open === null) {
    // Left as it is, the installation's own setting holds.
    open = await api('POST', 'conversations', { source: 'web', ...(!memory.checked && { memory: false }) })
    await showList()
  }
  markOpen()
  const conversation = open
  const path = `conversations/${encodeURIComponent(conversation.session_id)}/messages`
  showMessage(log, { role: 'user', content: message })
  scrollDown()
  await followTurn(conversation, () => stream('POST', path, { body: { message, stream: true } }))
  // Its title may come a moment after its first answer.
  if (open === conversation && conversation.title === null) {
    open = await api('GET', `conversations/${encodeURIComponent(conversation.session_id)}`)
    markOpen()
  }
}

composer.addEventListener('submit', event => {
  event.preventDefault()
  const { message } = composer.elements
  const text = message.value
  if (text.trim() === '' || sendButton.hidden) return
  message.value = ''
  attempt(() => ask(text))
})
composer.elements.message.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  composer.requestSubmit()
})
stopButton.addEventListener('click', () =>
  attempt(() => api('POST', `conversations/${encodeURIComponent(open.session_id)}/cancel`)),
)
memory.addEventListener('change', () =>
  attempt(async () => {
    if (open === null) return
    open = await api('PATCH', `conversations/${encodeURIComponent(open.session_id)}`, { memory: memory.checked })
  }),
)
document.querySelector('#new').addEventListener('click', newConversation)
more.addEventListener('click', () => attempt(() => showList({ after: cursor })))
let searching
search.addEventListener('input', () => {
  clearTimeout(searching)
  searching = setTimeout(() => attempt(showList), searchMs)
})

attempt(async () => {
  await showWorkspaces((await whoAmI()).workspace)
  await showList()
  const id = location.hash.slice(1)
  if (id === '') newConversation()
  else await openConversation(id)
})
