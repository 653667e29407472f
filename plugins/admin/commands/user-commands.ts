import { ValidationError } from '@svc/plugin'
import type { JsonValue, Page } from '@svc/plugin'
import type { User } from '@svc/plugin/contracts/accounts'
import type { CliCommand, CliContext } from '@svc/plugin/contracts/cli'
import { askPassword } from './ask-password.ts'
import { columns } from './columns.ts'

const roles = ['owner', 'admin', 'user']
const username = { name: 'username', description: 'the name they sign in with', required: true }
const passwordStdin = { flags: '--password-stdin', description: 'read the password from standard input' }

/** `svc user …`: they call the API, so that every rule and the audit log stand between. */
export const userCommands: readonly CliCommand[] = [
  {
    name: 'user list',
    summary: 'List all users',
    async run(context) {
      const users = await allUsers(context)
      const rows = users.map(user => [user.username, user.role, user.disabled ? 'disabled' : 'active', user.created_at])
      context.result({ items: users.map(toJson) }, columns(['USERNAME', 'ROLE', 'STATE', 'CREATED'], rows))
      return 0
    },
  },
  {
    name: 'user create',
    summary: 'Create a user',
    arguments: [username],
    options: [{ flags: '--role <role>', description: `${roles.join(', ')} (default: user)` }, passwordStdin],
    async run(context) {
      const role = checkedRole(context.options['role'] ?? 'user')
      const name = argument(context, 'username')
      const password = await askPassword(context)
      const answer = await context.api('POST', '/api/users', { username: name, password, role })
      context.result(answer, `Created ${name} with the role ${role}.`)
      return 0
    },
  },
  {
    name: 'user role',
    summary: "Change a user's role",
    arguments: [username, { name: 'role', description: roles.join(', '), required: true }],
    async run(context) {
      const role = checkedRole(argument(context, 'role'))
      const user = await find(context)
      const answer = await context.api('PATCH', `/api/users/${user.id}`, { role })
      context.result(answer, `${user.username} has the role ${role} now; their old sessions have ended.`)
      return 0
    },
  },
  {
    name: 'user reset-password',
    summary: "Set a user's password and end their sessions",
    arguments: [username],
    options: [passwordStdin],
    async run(context) {
      const user = await find(context)
      const new_password = await askPassword(context)
      await context.api('POST', `/api/users/${user.id}/password`, { new_password })
      context.result({ user: toJson(user) }, `The password of ${user.username} is set; their sessions have ended.`)
      return 0
    },
  },
]

async function allUsers(context: CliContext): Promise<User[]> {
  const users: User[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    // The answer fits the route's response schema; the client of the API has no types of its own here.
    const page = (await context.api('GET', `/api/users?limit=200${query}`)) as unknown as Page<User>
    users.push(...page.items)
    cursor = page.next_cursor
  }
  return users
}

async function find(context: CliContext): Promise<User> {
  const wanted = argument(context, 'username')
  const user = (await allUsers(context)).find(({ username: name }) => name.toLowerCase() === wanted.toLowerCase())
  if (user !== undefined) return user
  throw new ValidationError(`There is no user "${wanted}". "svc user list" shows all.`)
}

function checkedRole(role: unknown): string {
  if (typeof role === 'string' && roles.includes(role)) return role
  throw new ValidationError(`"${String(role)}" is no role; choose one of ${roles.join(', ')}.`)
}

function argument(context: CliContext, name: string): string {
  const value = context.arguments[name]
  if (value !== undefined) return value
  throw new ValidationError(`The argument <${name}> is missing.`)
}

function toJson({ id, username: name, role, disabled, created_at }: User): JsonValue {
  return { id, username: name, role, disabled, created_at }
}
