import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm start --port 8421` gives npm the option: the script gets "8421" alone, and npm_config_port in its environment. What the reader
 * should have written; null when npm kept nothing.
 * @param {string} root
 * @param {string[]} args what npm passed on
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null}
 */
export function rightNpmCommand(root, args, env) {
  if (env.npm_lifecycle_event !== 'start') return null
  const kept = settingsOf(root).filter(name => env[`npm_config_${name}`] !== undefined)
  const values = args.filter((arg, index) => !arg.startsWith('-') && !args[index - 1]?.startsWith('-'))
  if (kept.length === 0 && values.length === 0) return null
  const options = kept.map(name => {
    const given = env[`npm_config_${name}`]
    // npm takes an option that it does not know for one without a value.
    const value = given === 'true' ? values.shift() : given
    return `--${name.replaceAll('_', '-')}${value === undefined || value === '' ? '' : ` ${value}`}`
  })
  const rest = args.filter(arg => arg.startsWith('-'))
  return ['npm start --', ...(options.length > 0 ? options : ['--name value']), ...rest].join(' ')
}

/** The names of all settings as npm writes them into the environment. @param {string} root */
function settingsOf(root) {
  const list = join(root, '.env.example')
  if (!existsSync(list)) return []
  return [...readFileSync(list, 'utf8').matchAll(/^#? ?(?:SVC_)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) =>
    name.toLowerCase(),
  )
}
