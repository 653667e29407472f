import { build } from 'esbuild'
import type { BuildOptions, Metafile } from 'esbuild'
import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

type Outputs = Metafile['outputs']

/** As deep as the chunks, so that relative paths to a source's own place stay true. */
const linkedFile = 'chunks/server/start.js'
const kernelEntry = 'kernel/boot/create-kernel.ts'

/**
 * Puts what every start of the server loads into one file, since each file costs a start about half a millisecond. What a light command loads
 * stays apart. In the place of each file that others import stands one that re-exports it, so every module still exists once.
 * @param starts sources that a start of the server imports
 * @param commands sources that `svc` imports, one a command
 */
export async function linkStart(options: {
  root: string
  output: string
  outputs: Outputs
  starts: readonly string[]
  commands: readonly string[]
  common: BuildOptions
}): Promise<void> {
  const { root, output, outputs, starts, commands, common } = options
  const fileOf = new Map(Object.entries(outputs).map(([file, { entryPoint }]) => [entryPoint, file]))
  const filesOf = (sources: readonly string[]): string[] => sources.flatMap(source => fileOf.get(source) ?? [])
  const isLight = (file: string): boolean =>
    ![...importedBy(outputs, [file])].some(name => kernelEntry in (outputs[name]?.inputs ?? {}))
  const light = importedBy(outputs, filesOf(commands).filter(isLight))
  const linked = [...importedBy(outputs, filesOf(starts))].filter(file => !light.has(file))

  const absolute = (file: string): string => resolve(root, file)
  const together = new Map(linked.map((file, index) => [absolute(file), index]))
  const reExport = (file: string, from: string, name: (exported: string) => string): string => {
    const names = outputs[file]?.exports ?? []
    return names.length === 0
      ? `import ${JSON.stringify(from)}`
      : `export { ${names.map(name).join(', ')} } from ${JSON.stringify(from)}`
  }
  const target = join(output, linkedFile)
  await build({
    ...common,
    stdin: {
      contents: linked
        .map((file, index) => reExport(file, absolute(file), exported => `${exported} as ${exported}_${index}`))
        .join('\n'),
      resolveDir: dirname(target),
    },
    outfile: target,
    plugins: [
      {
        name: 'linked-files-only',
        setup(bundler) {
          bundler.onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
            const file = resolve(resolveDir, path)
            if (together.has(file)) return { path: file }
            return { path: importPath(dirname(target), file), external: true }
          })
          bundler.onResolve({ filter: /^[^./]/ }, ({ path }) => ({ path, external: true }))
        },
      },
    ],
  })
  for (const [index, file] of linked.entries()) {
    const place = absolute(file)
    await writeFile(
      place,
      reExport(file, importPath(dirname(place), target), exported => `${exported}_${index} as ${exported}`),
    )
  }
}

/** The files and all that they import before they run. */
function importedBy(outputs: Outputs, files: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const output = outputs[file]
    if (!output || found.has(file)) continue
    found.add(file)
    waiting.push(...output.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path))
  }
  return found
}

function importPath(from: string, to: string): string {
  const path = relative(from, to).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
