import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ZipWriter } from '../../apps/query-host/spreadsheet/zip-writer.ts'

/** What `pyproject.toml` says of the package, which pip reads in the wheel. */
interface PythonProject {
  name: string
  version: string
  description: string
  requiresPython: string
  licence: string
  dependencies: string[]
}

export interface Wheel {
  package: string
  version: string
  file: string
}

/**
 * Writes the package `svc-sdk` as `pip install` takes it into a folder, where no Python is needed. The same sources make the same bytes:
 * the parts have no dates.
 */
export async function packWheel(root: string, output: string): Promise<Wheel> {
  const folder = join(root, 'sdk/python')
  const project = readProject(await readFile(join(folder, 'pyproject.toml'), 'utf8'))
  const { name, version } = project
  const distribution = `${name.replaceAll('-', '_')}-${version}`
  const info = `${distribution}.dist-info`
  const parts = new Map<string, string>()
  for (const path of globSync('**/{*.py,py.typed}', { cwd: join(folder, 'src') }).sort())
    parts.set(path.replaceAll('\\', '/'), await readFile(join(folder, 'src', path), 'utf8'))
  parts.set(`${info}/LICENSE`, await readFile(join(root, 'LICENSE'), 'utf8'))
  parts.set(`${info}/METADATA`, metadata(project, await readFile(join(folder, 'README.md'), 'utf8')))
  parts.set(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: svc\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
  parts.set(`${info}/top_level.txt`, 'svc_sdk\n')
  parts.set(`${info}/RECORD`, `${[...parts].map(recorded).join('')}${info}/RECORD,,\n`)
  const file = `${distribution}-py3-none-any.whl`
  const zip = new ZipWriter(join(output, file))
  for (const [path, content] of parts) {
    zip.begin(path)
    zip.add(content)
  }
  zip.finish()
  return { package: name, version, file }
}

/** The lines of a part's name, checksum and size. */
function recorded([path, content]: readonly [string, string]): string {
  const bytes = Buffer.from(content)
  return `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`
}

function metadata(project: PythonProject, readme: string): string {
  const lines = [
    'Metadata-Version: 2.1',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `License: ${project.licence}`,
    `Requires-Python: ${project.requiresPython}`,
    'Description-Content-Type: text/markdown',
    'License-File: LICENSE',
    ...project.dependencies.map(each => `Requires-Dist: ${each}`),
  ]
  return `${lines.join('\n')}\n\n${readme}`
}

/** The fields that the wheel has; each stands on a line of its own, as text in double quotes. */
function readProject(text: string): PythonProject {
  const field = (name: string, pattern = '"([^"]+)"') => {
    const found = new RegExp(`^${name} = ${pattern}$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`sdk/python/pyproject.toml has no line that reads ${name} = "…"`)
    return found
  }
  return {
    name: field('name'),
    version: field('version'),
    description: field('description'),
    requiresPython: field('requires-python'),
    licence: field('license', '\\{ text = "([^"]+)" \\}'),
    dependencies: JSON.parse(field('dependencies', '(\\[.*\\])')) as string[],
  }
}
