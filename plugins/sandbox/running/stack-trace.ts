import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { AppBundle } from '@svc/plugin/contracts/sandbox'

const frame = /^\s*at (?:(?<name>.{1,200}?) \()?svc:app:(?<line>\d{1,9}):(?<column>\d{1,9})\)?$/
const plainName = /^[\w$.<>[\] ]{1,100}$/
const maxFrames = 20
const sdkPrefix = '@svc/sdk/'

const maps = new WeakMap<AppBundle, TraceMap>()

/**
 * The stack of an error in the author's lines. Only frames of the app's own files remain, each written anew, whatever the
 * app put into `stack`: `    at run (main.ts:3:11)`.
 */
export function mapStack(error: { name: string; message: string; stack: string }, bundle: AppBundle): string {
  const frames = error.stack
    .split('\n')
    .map(line => mapFrame(line, bundle))
    .filter(line => line !== null)
    .slice(0, maxFrames)
  return [`${error.name}: ${error.message}`, ...frames].join('\n')
}

function mapFrame(line: string, bundle: AppBundle): string | null {
  const found = frame.exec(line)?.groups
  if (!found) return null
  const position = originalPositionFor(traceMapOf(bundle), {
    line: Math.max(Number(found['line']), 1),
    column: Math.max(Number(found['column']) - 1, 0),
  })
  if (position.source === null || position.source.startsWith(sdkPrefix)) return null
  const place = `${position.source}:${position.line}:${position.column + 1}`
  const name = found['name'] ?? ''
  return plainName.test(name) ? `    at ${name} (${place})` : `    at ${place}`
}

function traceMapOf(bundle: AppBundle): TraceMap {
  const known = maps.get(bundle)
  if (known) return known
  const map = new TraceMap(bundle.source_map)
  maps.set(bundle, map)
  return map
}
