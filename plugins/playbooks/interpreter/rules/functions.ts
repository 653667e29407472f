/** The functions that every playbook has; `use.functions` gives others their names. */
export const functions: readonly string[] = ['http', 'agent', 'tool', 'app', 'memory.search', 'sql', 'approval']
/** Those whose arguments may have `$secrets`. */
export const takesSecrets: readonly string[] = ['http', 'tool', 'app']

/** The function that a call names, without the suffix of the default catalog. */
export function functionName(call: string): string {
  return call.replace(/:\d[^@]*@default$/, '')
}
