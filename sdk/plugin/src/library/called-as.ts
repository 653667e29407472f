type Environment = Readonly<Record<string, string | undefined>>

/** How `svc` was called, as the launcher says it: `./svc`, `npx svc` or `svc`. */
export function calledAs(env: Environment): string {
  return env['SVC_COMMAND'] || 'svc'
}

// Where a command is quoted or follows a colon; "a svc server" is none, nor is what begins a value of JSON. An answer of a server
// has the name by which that was called.
const hint = /(?<=(?<!:)["'`(]|: |\| |, or )(?:\.\/|npx )?svc (?=[a-z])/g

/** A sentence for people with its hints written the way `svc` was called, so that they can be copied. */
export function asCalled(text: string, env: Environment): string {
  return text.includes('svc ') ? text.replaceAll(hint, `${calledAs(env)} `) : text
}
