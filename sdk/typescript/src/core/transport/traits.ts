import { doneTwice, longRunning } from '../../generated/traits.ts'
import type { Request } from './transport.ts'

const twice = patternOf(doneTwice)
const long = patternOf(longRunning)

/** Whether the request, sent once more after a lost answer, may be done once more. */
export function isDoneTwice({ method, path }: Request): boolean {
  return twice.test(routeOf(method, path))
}

/** Whether the answer may take minutes to begin. A stream of events begins at once. */
export function isLongRunning({ method, path, accept }: Request): boolean {
  return accept !== 'text/event-stream' && long.test(routeOf(method, path))
}

function routeOf(method: string, path: string): string {
  return `${method} ${path.replace(/\?.*/, '')}`
}

/** `{path}` has slashes, other names are one segment. */
function patternOf(routes: readonly string[]): RegExp {
  const patterns = routes.map(route => route.replaceAll('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/]+'))
  return new RegExp(`^(?:${patterns.join('|')})$`)
}
