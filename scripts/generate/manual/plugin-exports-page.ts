import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { pageText, table } from './page.ts'

const head = `You see everything that a plugin may import, with the sentence that its source gives it. Your editor shows the same, with
the types. [Write your first plugin](tutorial-plugin.md) uses the most common ones; [Plugins](plugins.md) says what a plugin can do.`

/** The names under which the package is imported, and the files that stand behind them. */
const entries: readonly { name: string; files: string[] }[] = [
  { name: '@svc/plugin', files: ['index.ts'] },
  { name: '@svc/plugin/child', files: ['child/index.ts'] },
  { name: '@svc/plugin/testing', files: ['testing/index.ts'] },
  { name: '@svc/plugin/contracts', files: ['contracts/**/*.ts'] },
  { name: '@svc/plugin/library', files: ['library/**/*.ts'] },
]

interface ExportedName {
  name: string
  kind: string
  doc: string
}

/** The manual's page of what `@svc/plugin` exports, from its sources. */
export async function pluginExportsPage(root: string): Promise<string> {
  const folder = join(root, 'sdk/plugin/src')
  const sections = []
  for (const { name, files } of entries) {
    const isWhole = files[0]?.includes('*') !== true
    const paths = globSync(files, { cwd: folder })
      .filter(path => !path.endsWith('.test.ts'))
      .toSorted()
    for (const path of paths) {
      const names = (await exportsOf(join(folder, path))).toSorted((a, b) => (a.name < b.name ? -1 : 1))
      if (names.length === 0) continue
      const heading = isWhole ? name : `@svc/plugin/${path.replace(/\.ts$/, '')}`
      const rows = names.map(({ name: exported, kind, doc }) => [`\`${exported}\``, kind, doc])
      sections.push({ heading, text: table(['name', 'what it is', 'what it does'], rows) })
    }
  }
  return pageText({ title: 'What a plugin imports', source: 'the sources of @svc/plugin', head, sections })
}

/** What a module exports itself, and what it passes on from other files of the package. */
async function exportsOf(path: string, only?: ReadonlySet<string>): Promise<ExportedName[]> {
  const source = ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: ExportedName[] = []
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier
      if (!from || !ts.isStringLiteral(from) || !from.text.startsWith('.')) continue
      const clause = statement.exportClause
      const named = clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : undefined
      found.push(...(await exportsOf(join(dirname(path), from.text), named && new Set(named))))
    } else if (ts.canHaveModifiers(statement) && isExported(statement)) found.push(...namesOf(statement))
  }
  // An overload and its implementation are one name, and so are a type and a value of one name.
  const byName = Map.groupBy(found, ({ name }) => name)
  return [...byName.values()].flatMap(([first, ...more]) => {
    if (!first || only?.has(first.name) === false) return []
    return [{ ...first, doc: [first, ...more].find(({ doc }) => doc !== '')?.doc ?? '' }]
  })
}

function isExported(node: ts.HasModifiers): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

function namesOf(statement: ts.Statement): ExportedName[] {
  const doc = docOf(statement)
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name, initializer }) => ({
      name: name.getText(),
      kind: constantKind(initializer),
      doc,
    }))
  if (ts.isFunctionDeclaration(statement)) {
    const parameters = statement.parameters.map(({ name, questionToken }) => {
      const text = ts.isIdentifier(name) ? name.text : 'options'
      return questionToken ? `${text}?` : text
    })
    return [{ name: `${statement.name?.text ?? ''}(${parameters.join(', ')})`, kind: 'function', doc }]
  }
  if (ts.isClassDeclaration(statement)) {
    const base = statement.heritageClauses?.[0]?.getText() ?? ''
    return [{ name: statement.name?.text ?? '', kind: 'class', doc: doc || sentence(base) }]
  }
  if (ts.isInterfaceDeclaration(statement)) {
    const members = statement.members.flatMap(({ name }) => (name ? [`\`${name.getText()}\``] : []))
    const fields = members.length > 0 ? `Has ${members.join(', ')}.` : ''
    return [{ name: statement.name.text, kind: 'interface', doc: doc || fields }]
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    const values = statement.type.getText().replaceAll(/\s+/g, ' ')
    return [{ name: statement.name.text, kind: 'type', doc: doc || (values.length < 120 ? `\`${values}\`` : '') }]
  }
  return []
}

/** A service or an extension point shows its id, by which manifests name it. */
function constantKind(initializer: ts.Expression | undefined): string {
  const [, what, id] = /^define(Service|ExtensionPoint)<[^]*>\(\s*'([^']+)'/.exec(initializer?.getText() ?? '') ?? []
  if (id === undefined) return 'constant'
  return `${what === 'Service' ? 'service' : 'extension point'} \`${id}\``
}

/** The docstring as one paragraph, with what it says of errors. */
function docOf(node: ts.Node): string {
  const doc = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)
  if (!doc) return ''
  const tags = (doc.tags ?? [])
    .filter(({ tagName }) => tagName.text === 'throws')
    .map(tag => `Throws ${textOf(tag.getText().replace(/^@throws\s*/, ''))}`)
  return [textOf(ts.getTextOfJSDocComment(doc.comment) ?? ''), ...tags].filter(Boolean).join(' ')
}

/** `extends CallerError` as a sentence. */
function sentence(heritage: string): string {
  return heritage === '' ? '' : `${heritage.charAt(0).toUpperCase()}${heritage.slice(1)}.`
}

function textOf(comment: string): string {
  return comment
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .replaceAll(/\n\s*\*?\s*/g, ' ')
    .trim()
}
