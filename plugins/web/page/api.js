// Of this installation: another may lie below another path of the same host.
const choice = `svc-workspace ${new URL('..', import.meta.url).pathname}`
// Kept as it was when the page came: a choice made in another tab holds there, and here from the next visit on.
let workspace = localStorage.getItem(choice)

/** Whether calls work in a workspace that the person chose, rather than in their first one. */
export function hasChosenWorkspace() {
  return workspace !== null
}

/** What is called from now on works in this workspace; null: in the first one. Holds for later visits too. */
export function chooseWorkspace(id) {
  workspace = id
  if (id === null) localStorage.removeItem(choice)
  else localStorage.setItem(choice, id)
}

function send(method, path, body, headers = {}) {
  return fetch(new URL(`../api/${path}`, import.meta.url), {
    method,
    headers: {
      ...headers,
      ...(workspace !== null && { 'x-workspace-id': workspace }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

async function readJson(answer) {
  const text = await answer.text()
  const value = text === '' ? null : JSON.parse(text)
  if (answer.ok) return value
  throw Object.assign(new Error(value?.detail ?? `The server answered ${answer.status}.`), { status: answer.status })
}

/** The API's answer; a problem is thrown with its detail as message. */
export async function api(method, path, body) {
  return readJson(await send(method, path, body))
}

/** Every item of a list, page by page. */
export async function listAll(path) {
  const items = []
  let cursor = null
  do {
    const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await api('GET', `${path}?limit=200${after}`)
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}

/** The events of a stream of the API; a problem is thrown. `lastId` resumes behind that event. */
export async function* stream(method, path, { body, lastId } = {}) {
  const answer = await send(method, path, body, lastId ? { 'last-event-id': lastId } : {})
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await readJson(answer)
    return
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const frames = (rest + piece.value).split('\n\n')
    rest = frames.pop()
    yield* frames.map(eventOf).filter(event => event !== null)
  }
}

/** Null for a comment, which only says that the server is still there. */
function eventOf(frame) {
  const fields = {}
  for (const line of frame.split('\n')) {
    const [, name, value] = /^(id|event|data): (.*)$/s.exec(line) ?? []
    if (name) fields[name] = value
  }
  if (fields.data === undefined) return null
  return { id: fields.id ?? '', type: fields.event, data: JSON.parse(fields.data) }
}
