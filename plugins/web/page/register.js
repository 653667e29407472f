import { api } from './api.js'
import { onSubmit } from './form.js'

const form = document.querySelector('form')
const home = new URL('..', import.meta.url)
const invite = new URLSearchParams(location.search).get('invite') ?? ''

/** Says in place of the form why there is none. */
function close(text) {
  const closed = document.querySelector('#closed')
  closed.textContent = text
  closed.hidden = false
}

async function open() {
  const status = await api('GET', 'auth/status')
  if (status.setup_required) return location.replace(home)
  if (!status.multi_user_enabled)
    return close('This installation is for one person. No more accounts can be made here.')
  if (invite === '' && !status.registration_enabled)
    return close('Registration is closed. Ask an admin of this installation for the link of an invitation.')
  form.elements.invite.value = invite
  for (const part of [form.elements.invite.closest('label'), document.querySelector('#invite-hint')])
    part.hidden = invite !== ''
  form.hidden = false
  form.elements.username.focus()
}

onSubmit(form, async ({ invite: token, ...account }) => {
  await api('POST', 'auth/register', { ...account, ...(token === '' ? {} : { invite: token }) })
  // The invitation is used up, so it leaves the history too.
  location.replace(home)
})
open().catch(error => close(error.message))
