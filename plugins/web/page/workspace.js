import { api, chooseWorkspace, hasChosenWorkspace, listAll } from './api.js'

const label = document.querySelector('#workspace')
const select = label.querySelector('select')
const statusOfMissing = [404, 503]

/** Who is signed in, in the workspace that they chose; one that they are no longer in is no choice. */
export async function whoAmI() {
  try {
    return await api('GET', 'auth/me')
  } catch (error) {
    if (error.status !== 404 || !hasChosenWorkspace()) throw error
    chooseWorkspace(null)
    return api('GET', 'auth/me')
  }
}

/** Without the plugin that knows workspaces there is nothing to choose. */
async function workspaces() {
  try {
    return await listAll('workspaces')
  } catch (error) {
    if (statusOfMissing.includes(error.status)) return []
    throw error
  }
}

/** The list of the person's workspaces, for those who have more than one. */
export async function showWorkspaces(current) {
  const all = await workspaces()
  select.replaceChildren(...all.map(({ id, name }) => new Option(name, id, id === current.id, id === current.id)))
  label.hidden = all.length < 2
}

export function hideWorkspaces() {
  label.hidden = true
}

select.addEventListener('change', () => {
  chooseWorkspace(select.value)
  // What the address names, such as a conversation, is of the workspace that is left.
  history.replaceState(null, '', location.pathname)
  location.reload()
})
