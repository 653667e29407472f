import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { pageText, table } from './page.ts'

const head = `You see every metric that \`/metrics\` serves, with its type, labels and meaning. \`SVC_METRICS_ENABLED=true\` switches the
address on: [watch svc with Prometheus](monitoring.md) has the steps. No label holds an id. Beyond 500 values of a label the
rest is counted as \`other\`. A metric appears once there is something to say: without a backup there is no time of the last one.`

const ofProcess = `\`process_…\` and \`nodejs_…\` are the usual metrics of a Node.js process: CPU, memory, open files, garbage
collection. \`nodejs_eventloop_lag_p99_seconds\` says how late the server's one thread runs.`

export interface MetricDeclaration {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: string[]
  /** The file that declares it. */
  file: string
}

const isMetricName = (text: string | undefined): text is string => /^svc_[a-z_]+$/.test(text ?? '')

/** The manual's page of metrics, from the sources that declare them. */
export async function metricsPage(root: string): Promise<string> {
  const rows = (await declaredMetrics(root)).map(({ name, type, help, labels }) => [
    `\`${name}\``,
    type,
    labels.map(label => `\`${label}\``).join(', '),
    help,
  ])
  return pageText({
    title: 'Metrics',
    source: 'the sources that declare the metrics',
    head,
    sections: [
      { heading: 'Metrics of svc', text: table(['metric', 'type', 'labels', 'meaning'], rows) },
      { heading: 'Metrics of the process', text: ofProcess },
    ],
  })
}

/** Every metric that the sources declare, by its name. @throws Error for one whose help cannot be read from its source */
export async function declaredMetrics(root: string): Promise<MetricDeclaration[]> {
  const paths = globSync(['kernel/**/*.ts', 'plugins/**/*.ts'], { cwd: root })
  const found = await Promise.all(
    paths
      .filter(path => !path.endsWith('.test.ts'))
      .map(async path => {
        const text = await readFile(join(root, path), 'utf8')
        return /'svc_[a-z_]+'/.test(text) ? metricsOf(path, text) : []
      }),
  )
  return found.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function metricsOf(file: string, text: string): MetricDeclaration[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const values: { name: string; value: ts.Expression }[] = []
  const calls: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      values.push({ name: node.name.text, value: node.initializer })
    if (ts.isCallExpression(node)) calls.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  // Several functions of a file may use the same name: the nearest one above counts.
  const valueOf = (node: ts.Expression | undefined) =>
    node && ts.isIdentifier(node)
      ? values.findLast(({ name, value }) => name === node.text && value.pos < node.pos)?.value
      : node
  const textOf = (node: ts.Expression | undefined) => {
    const value = valueOf(node)
    return value && ts.isStringLiteralLike(value) ? value.text : undefined
  }
  return calls.flatMap(call => {
    const [first, second] = call.arguments
    const name = textOf(first)
    if (!isMetricName(name)) return []
    // A function of the file that declares several alike, such as those of the queues.
    const inner = ts.isIdentifier(call.expression) ? valueOf(call.expression) : call
    const type = /\b(counter|gauge|histogram)\(/.exec(inner?.getText(source) ?? '')?.[1]
    if (type === undefined) return []
    const help = textOf(second)
    if (help === undefined)
      throw new Error(`${file}: the help of ${name} cannot be read. Write it as one text where the metric is declared.`)
    const listed = call.arguments.map(valueOf).findLast(value => value && ts.isArrayLiteralExpression(value))
    const named = listed && ts.isArrayLiteralExpression(listed) && type !== 'gauge' ? [...listed.elements] : []
    const labels = type === 'gauge' ? sampleLabels(inner ?? call, valueOf) : named.map(element => textOf(element) ?? '')
    return [{ name, type: type as MetricDeclaration['type'], help, labels, file }]
  })
}

/** The names in `labels: { … }` of the samples that a gauge reads. */
function sampleLabels(
  node: ts.Node,
  valueOf: (node: ts.Expression | undefined) => ts.Expression | undefined,
): string[] {
  const labels = new Set<string>()
  const visit = (inner: ts.Node): void => {
    if (ts.isPropertyAssignment(inner) && inner.name.getText() === 'labels') {
      const value = valueOf(inner.initializer)
      if (value && ts.isObjectLiteralExpression(value))
        for (const { name } of value.properties) if (name) labels.add(name.getText())
    }
    ts.forEachChild(inner, visit)
  }
  visit(node)
  return [...labels]
}
