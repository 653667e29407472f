import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'

/**
 * Everything that the package `@svc/sdk` publishes: path in the package and content, without a type check, which `npm run typecheck` makes:
 * a start of the server can afford it.
 */
export async function sdkFiles(root: string): Promise<Map<string, string>> {
  const folder = join(root, 'sdk/typescript')
  const files = new Map<string, string>()
  files.set('package.json', publishedManifest(await readFile(join(folder, 'package.json'), 'utf8')))
  files.set('README.md', await readFile(join(folder, 'README.md'), 'utf8'))
  files.set('LICENSE', await readFile(join(root, 'LICENSE'), 'utf8'))
  files.set('dist/cjs/package.json', '{ "type": "commonjs" }\n')
  const { fileNames, options } = readProject(join(folder, 'tsconfig.build.json'))
  const output = join(folder, 'dist')
  const program = ts.createProgram(fileNames, { ...options, noCheck: true, emitDeclarationOnly: true, outDir: output })
  const { diagnostics } = program.emit(undefined, (path, content) => {
    const name = relative(output, path)
    files.set(`dist/${name}`, content)
    // Declarations are the same for both kinds of modules.
    files.set(`dist/cjs/${name}`, content)
  })
  refuse(diagnostics)
  for (const [name, content] of await scripts(folder)) files.set(`dist/${name}`, content)
  return files
}

/** One script for each entry of the package: one of each module takes several times as long to import. */
async function scripts(folder: string): Promise<(readonly [name: string, content: string])[]> {
  const bundles = ([format, outdir]: readonly ['esm' | 'cjs', string]) =>
    build({
      absWorkingDir: folder,
      entryPoints: { index: 'src/index.ts', types: 'src/types.ts', 'agent-app/index': 'src/agent-app/index.ts' },
      bundle: true,
      format,
      outdir,
      platform: 'neutral',
      target: 'es2022',
      write: false,
    })
  const built = await Promise.all(
    (
      [
        ['esm', 'dist'],
        ['cjs', 'dist/cjs'],
      ] as const
    ).map(bundles),
  )
  const output = join(folder, 'dist')
  return built.flatMap(({ outputFiles }) => outputFiles).map(({ path, text }) => [relative(output, path), text])
}

/** The manifest without the entries that lead to the sources. */
function publishedManifest(text: string): string {
  const { files: _, ...manifest } = JSON.parse(text) as { files: unknown; exports: Record<string, string | object> }
  const exports = Object.entries(manifest.exports).map(([name, entry]) => {
    if (typeof entry === 'string') return [name, entry] as const
    return [
      name,
      Object.fromEntries(Object.entries(entry).filter(([condition]) => condition !== 'svc-source')),
    ] as const
  })
  return `${JSON.stringify({ ...manifest, exports: Object.fromEntries(exports) }, null, 2)}\n`
}

function readProject(path: string): { fileNames: string[]; options: ts.CompilerOptions } {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic: ts.Diagnostic) => refuse([diagnostic]) }
  const project = ts.getParsedCommandLineOfConfigFile(path, {}, host)
  if (project === undefined) throw new Error(`${path} cannot be read`)
  refuse(project.errors)
  return project
}

function refuse(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return
  throw new Error(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'))
}
