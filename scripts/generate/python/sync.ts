import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = 'sdk/python/src/svc_sdk/_async'
const note = (source: string) => `# Generated from ${source} by npm run generate. Do not edit.\n`

/** Written by hand in both: threads are no tasks. */
const twins = new Set(['worker.py'])
/** In this order; each is a word of the asynchronous language and its twin. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAwaitable\[((?:[^[\]]|\[[^\]]*\])*)\]/g, '$1'],
  [/\b__a(enter|exit|iter|next)__\b/g, '__$1__'],
  [/\bStopAsyncIteration\b/g, 'StopIteration'],
  [/\basync_(sleep|modules)\b/g, '$1'],
  [/\b_async\b/g, '_sync'],
  [/\bAsync([A-Z]\w*)/g, '$1'],
]

/** The synchronous client, written from the asynchronous one: there is one source. `more` has generated sources besides. */
export function generatePythonSync(more: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Map<string, string>()
  for (const path of globSync(`${sources}/**/*.py`, { cwd: root })) {
    if (twins.has(path.slice(sources.length + 1))) continue
    const text = readFileSync(root + path, 'utf8')
    files.set(
      root + path.replace('/_async/', '/_sync/'),
      text === '' ? '' : note(path.slice('sdk/python/src/'.length)) + synchronous(text),
    )
  }
  for (const [path, text] of more)
    if (path.endsWith('/async_modules.py')) files.set(path.replace('async_modules', 'modules'), synchronous(text))
  return files
}

export function synchronous(text: string): string {
  let result = text.replaceAll(/\b(?:aclose|aread|aiter_bytes)\b/g, word => word.slice(1))
  for (const [pattern, twin] of words) result = result.replaceAll(pattern, twin)
  return result
}
