import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ConflictError, NotFoundError, ValidationError } from '@svc/plugin'
import type { ApiClient } from '../api/api-client.ts'
import { problemError } from '../api/problem-error.ts'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'
import type { Shell } from '../shell.ts'

type SetupContext = LocalContext<Commands['setup']>

/** Makes the first owner of the home, with or without a running server. */
export async function setup(context: SetupContext): Promise<number> {
  const { home, shell } = context
  // Read before anything is opened: wrong use must not leave a home behind.
  const credentials = givenCredentials(context)
  const api = await home.api({ makesHome: true })
  if (!(await setupRequired(api, context.signal))) return alreadyDone(context)

  const { username, password } = credentials
    ? { ...credentials, password: await readPassword(shell) }
    : await ask(context)
  const token = await readToken(await home.path())
  const answer = await api.exchange({
    method: 'POST',
    path: '/api/auth/setup',
    body: { username, password, setup_token: token },
    signal: context.signal,
  })
  if (answer.status === 201) {
    context.io.result({ created: true, username }, `Created the owner ${username}.`)
    return 0
  }
  const error = problemError(answer)
  // Somebody else was faster, between the question and the answer.
  if (error instanceof ConflictError || error.code === 'setup_complete') return alreadyDone(context)
  throw error
}

function alreadyDone(context: SetupContext): number {
  context.io.result({ created: false }, 'Setup is complete already: this home has an owner. Nothing was changed.')
  return 0
}

/** The user name when all is said on the command line; null when a person is to be asked. */
function givenCredentials({ options, io }: SetupContext): { username: string } | null {
  const { username, passwordStdin } = options
  if (username !== undefined && passwordStdin) return { username }
  if (io.interactive) return null
  throw new ValidationError('Say who the owner is: echo "$PASSWORD" | svc setup --username ada --password-stdin')
}

async function setupRequired(api: ApiClient, signal: AbortSignal): Promise<boolean> {
  const answer = await api.exchange({ method: 'GET', path: '/api/auth/status', signal })
  if (answer.status !== 200) throw problemError(answer)
  return (answer.body as { setup_required: boolean }).setup_required
}

async function readPassword({ stdin }: Shell): Promise<string> {
  return (await text(stdin)).replace(/\r?\n$/, '')
}

async function ask({ options, signal }: SetupContext): Promise<{ username: string; password: string }> {
  const prompts = await import('@clack/prompts')
  const answered = (answer: string | symbol): string => {
    if (typeof answer === 'string') return answer
    throw new ValidationError('Cancelled; nothing was changed.')
  }
  const username = options.username ?? answered(await prompts.text({ message: 'Name to sign in with', signal }))
  const password = answered(await prompts.password({ message: 'Password (8 to 256 characters)', signal }))
  const again = answered(await prompts.password({ message: 'Once more', signal }))
  if (again !== password) throw new ValidationError('The two passwords differ; nothing was changed.')
  return { username, password }
}

async function readToken(home: string): Promise<string> {
  const file = join(home, 'setup_token')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new NotFoundError(
      `${file} cannot be read, which proves that you may set up this home. Run the command as the user that runs the server.`,
      { cause: error },
    )
  }
}
