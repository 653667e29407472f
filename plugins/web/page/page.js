import { api, chooseWorkspace, listAll } from './api.js'
import { onSubmit } from './form.js'
import { hideWorkspaces, showWorkspaces, whoAmI } from './workspace.js'

const main = document.querySelector('#main')
const signOut = document.querySelector('#sign-out')
const toChat = document.querySelector('#to-chat')

function show(view) {
  main.replaceChildren(document.querySelector(`#${view}`).content.cloneNode(true))
  main.querySelector('input:not([value])')?.focus()
}

function showSetup() {
  show('setup-view')
  const form = main.querySelector('form')
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) form.elements.setup_token.value = token
  form.elements[token ? 'username' : 'setup_token'].focus()
  onSubmit(form, async fields => {
    await api('POST', 'auth/setup', fields)
    // The token is used up; it need not stay in the address bar or the history.
    history.replaceState(null, '', new URL('.', document.baseURI))
    await start()
  })
}

function showLogin(status) {
  show('login-view')
  main.querySelector('#to-register').hidden = !(status.registration_enabled && status.multi_user_enabled)
  onSubmit(main.querySelector('form'), async fields => {
    await api('POST', 'auth/login', fields)
    await start()
  })
}

function exampleOf(app) {
  return app.examples?.[0]?.inputs
}

function curlFor(key, app) {
  const url = new URL(`api/agent-apps/${app.name}/run`, document.baseURI)
  const body = JSON.stringify({ inputs: exampleOf(app) }).replaceAll("'", String.raw`'\''`)
  return `curl ${url} \\\n  -H 'Authorization: Bearer ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}

function appItem(app) {
  const item = document.createElement('li')
  item.append(document.querySelector('#app-view').content.cloneNode(true))
  const [description, problem] = item.querySelectorAll('p')
  const [button, output] = [item.querySelector('button'), item.querySelector('pre')]
  item.querySelector('h3').textContent = app.display_name ?? app.name
  description.textContent = app.description ?? ''
  if (app.error) {
    problem.textContent = [app.error.message, app.error.frame].filter(Boolean).join('\n')
    problem.hidden = false
  }
  button.hidden = !app.enabled || exampleOf(app) === undefined
  output.setAttribute('aria-label', `Output of ${app.name}`)
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const run = await api('POST', `agent-apps/${app.name}/run`, { inputs: exampleOf(app), runner: 'ui' })
      output.textContent = JSON.stringify(run.output, null, 2)
    } catch (error) {
      output.textContent = error.message
    } finally {
      output.hidden = false
      button.disabled = false
    }
  })
  return item
}

async function showHome({ user, workspace }) {
  const apps = await listAll('agent-apps')
  show('home-view')
  signOut.hidden = false
  toChat.hidden = false
  main.querySelector('[data-text=username]').textContent = user.username
  main.querySelector('[data-text=workspace]').textContent = workspace.name
  main.querySelector('#apps').append(...apps.map(appItem))
  onSubmit(main.querySelector('#key-form'), async fields => {
    const { key } = await api('POST', 'developer/keys', fields)
    const [shownKey, command] = main.querySelectorAll('#new-key pre')
    const app = apps.find(each => each.enabled && exampleOf(each) !== undefined)
    shownKey.textContent = key
    command.textContent = app ? curlFor(key, app) : 'There is no agent app with an example yet.'
    main.querySelector('#new-key').hidden = false
  })
}

async function start() {
  const status = await api('GET', 'auth/status')
  if (status.setup_required) return showSetup()
  try {
    const me = await whoAmI()
    await showHome(me)
    await showWorkspaces(me.workspace)
  } catch (error) {
    if (error.status !== 401) throw error
    signOut.hidden = true
    toChat.hidden = true
    hideWorkspaces()
    showLogin(status)
  }
}

signOut.addEventListener('click', async () => {
  await api('POST', 'auth/logout')
  chooseWorkspace(null)
  await start()
})

start().catch(error => {
  const problem = document.createElement('p')
  problem.className = 'problem'
  problem.textContent = error.message
  main.replaceChildren(problem)
})
