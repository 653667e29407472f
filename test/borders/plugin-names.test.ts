import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'

/** Words of the kernel's own that a plugin happens to be called by: in a route's path they name the plugin all the same. */
const kernelWords = new Map([
  ['data', 'a plane'],
  ['memory', 'a plane'],
  ['admin', 'a role'],
  ['tools', 'a section of the manifest'],
  ['developer', 'a kind of key'],
  ['models', 'what a key may ask'],
  ['workspace', 'where people work together'],
  ['files', 'what lies on a disk'],
  ['stats', 'numbers about a queue'],
  ['metrics', 'numbers about anything'],
  ['accounts', 'people'],
  ['jobs', 'the queue'],
  ['backup', 'a copy of the home'],
  ['export', 'what a module or a query gives'],
])

const pluginIds = globSync('plugins/*/plugin.json', { cwd: repositoryRoot }).map(
  file => (JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')) as { id: string }).id,
)

/** The string literals of a source text that name one of `ids`, as a word or a part of a path. */
function namedIn(source: string, ids: readonly string[]): string[] {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText && !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent)) {
      const words = node.text.split(/[^a-z0-9-]+/)
      const named = ids.filter(id => words.includes(id) && (!kernelWords.has(id) || node.text.includes(`/api/${id}`)))
      found.push(...named.map(id => `${id}: ${JSON.stringify(node.text)}`))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('The kernel', () => {
  it('names no plugin in its string literals', () => {
    expect(pluginIds.length).toBeGreaterThan(3)
    const sources = globSync('kernel/**/*.ts', { cwd: repositoryRoot }).filter(file => !file.endsWith('.test.ts'))
    const offences = sources.flatMap(file =>
      namedIn(readFileSync(join(repositoryRoot, file), 'utf8'), pluginIds).map(text => `${file} names ${text}`),
    )
    expect(offences).toEqual([])
  })

  it('would be caught naming one, in a literal, a path or a template', () => {
    const planted = [
      "if (plugin.id === 'agent-apps') start()",
      "get('/api/agent-apps/runs')",
      'get(`/api/agent-apps/${name}`)',
      "get('/api/data/x')",
    ]
    expect(planted.map(source => namedIn(source, ['agent-apps', 'data']).length)).toEqual([1, 1, 1, 1])
    expect(
      namedIn("import { runs } from './agent-apps.ts'; const models = 'data'", ['agent-apps', 'models', 'data']),
    ).toEqual([])
  })
})
