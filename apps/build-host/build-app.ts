import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import esbuild from 'esbuild-wasm/lib/browser.js'
import type { BuildFailure, Message, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild-wasm/lib/browser.js'
import { SourceTree } from './source-tree.ts'

export interface BuildRequest {
  /** The app's sources by relative path. */
  files: Record<string, string>
  entry: string
  /** The runtime of `@svc/sdk/agent-app` by relative path, and its entry. */
  sdk: { files: Record<string, string>; entry: string }
}

export type BuildError = {
  text: string
  /** Relative to the app's folder; empty when the error is of no file. */
  file: string
  line: number
  /** In bytes of UTF-8, from 0, as esbuild counts. */
  column: number
}

export type BuildAnswer = { code: string; source_map: string; errors: null } | { errors: BuildError[] }

const agentApp = '@svc/sdk/agent-app'
const types = '@svc/sdk/types'
const remedy = `Only relative files of this folder, ${agentApp} and (for types) ${types} can be imported`

// esbuild's WebAssembly build for browsers: the same compiler with no file system under it. The native one resolves
// import(`../../etc/${x}`) by listing real folders before any plugin is asked, and names their files in its errors.
const wasmFile = createRequire(import.meta.url).resolve('esbuild-wasm/esbuild.wasm')

// Node's types name it as a namespace of types alone.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> }

const compiler = await startCompiler()

/** Compiles a folder from memory into one script that leaves its exports in `__svc_app`. */
export async function buildApp(request: BuildRequest): Promise<BuildAnswer> {
  // With every import kept, so that one which nothing uses is refused like any other.
  const strict = await compile(request, { keepsUnusedImports: true })
  // A type imported without saying so has no export to be found, and that is only known once all imports were resolved.
  const isOfTypes = strict.errors?.every(({ text }) => /^No matching export in /.test(text)) ?? false
  return isOfTypes ? compile(request, { keepsUnusedImports: false }) : strict
}

async function compile(
  request: BuildRequest,
  { keepsUnusedImports }: { keepsUnusedImports: boolean },
): Promise<BuildAnswer> {
  try {
    const result = await compiler.build({
      entryPoints: [request.entry],
      plugins: [memoryOnly(request)],
      bundle: true,
      write: false,
      outfile: '/app.js',
      absWorkingDir: '/',
      format: 'iife',
      globalName: '__svc_app',
      platform: 'neutral',
      // What it does not know it makes simpler, such as decorators.
      target: 'node24',
      mainFields: [],
      conditions: [],
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: keepsUnusedImports } },
      charset: 'utf8',
      legalComments: 'none',
      sourcemap: 'external',
      sourcesContent: false,
      logLevel: 'silent',
      logLimit: 20,
      // What is left of `import(x)` after bundling has nothing to import: a call that rejects with a sentence.
      supported: { 'dynamic-import': false },
      logOverride: Object.fromEntries(Object.keys(refusals).map(id => [id, 'error'])),
    })
    const [map, code] = ['.map', '.js'].map(ending => result.outputFiles.find(file => file.path.endsWith(ending)))
    return { code: code!.text, source_map: withPlainSources(map!.text), errors: null }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!Array.isArray(errors)) throw error
    return { errors: errors.filter(hasPlace, errors).map(toError).slice(0, 20) }
  }
}

const literalPath = `takes the literal path of a file of this folder here. ${remedy}.`

/** What cannot work in an isolate, by esbuild's id of the message; made errors with a remedy. */
const refusals: Record<string, string> = {
  'empty-import-meta': `import.meta is empty in an agent app; what a run is given stands in ctx.inputs. ${remedy}.`,
  'unsupported-dynamic-import': `import() ${literalPath}`,
  'unsupported-require-call': `require() ${literalPath}`,
  'indirect-require': `require() ${literalPath}`,
}

/** Answers every import from the two folders in memory, so that esbuild never looks at a disk. */
function memoryOnly({ files, entry, sdk }: BuildRequest): Plugin {
  const trees = { app: new SourceTree(files), sdk: new SourceTree(sdk.files) }

  function resolve({ kind, path, importer, namespace }: OnResolveArgs): OnResolveResult {
    if (kind === 'entry-point') return { path: entry, namespace: 'app' }
    if (path === agentApp) return { path: sdk.entry, namespace: 'sdk' }
    if (path === types) return { path: types, namespace: 'types' }
    const tree = namespace === 'app' || namespace === 'sdk' ? trees[namespace] : null
    // What is said to be a type leaves nothing behind.
    if (kind === 'import-statement' && tree?.importsTypesAlone(importer, path))
      return { path: types, namespace: 'types' }
    if (!tree || !/^\.\.?(\/|$)/.test(path))
      return { errors: [{ text: `${JSON.stringify(path)} cannot be imported. ${remedy}.` }] }
    const found = tree.resolve(importer, path)
    if (found === null)
      return { errors: [{ text: `There is no file ${JSON.stringify(path)} in this folder. ${remedy}.` }] }
    return { path: found, namespace }
  }

  return {
    name: 'memory-only',
    setup(build) {
      build.onResolve({ filter: /.*/ }, resolve)
      build.onLoad({ filter: /.*/, namespace: 'types' }, () => ({ contents: 'export {}', loader: 'js' }))
      for (const namespace of ['app', 'sdk'] as const) {
        build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
          const loaded = trees[namespace].load(path)
          return (
            loaded ?? {
              errors: [{ text: `${path} cannot be imported: code and data end in .ts, .tsx, .js or .json.` }],
            }
          )
        })
      }
      // Whatever reaches another namespace gets nothing.
      build.onLoad({ filter: /.*/ }, ({ path }) => ({
        errors: [{ text: `${JSON.stringify(path)} cannot be imported. ${remedy}.` }],
      }))
    },
  }
}

/** False for a message without a place that only repeats what another says. */
function hasPlace(this: Message[], message: Message): boolean {
  return message.location !== null || this.every(other => other.location === null)
}

function toError(message: Message): BuildError {
  const { location } = message
  const file = location?.file.replace(/^app:/, '') ?? ''
  return { text: sentence(message), file, line: location?.line ?? 0, column: location?.column ?? 0 }
}

function sentence({ id, text }: Message): string {
  const refusal = refusals[id]
  if (refusal !== undefined) return refusal
  const pattern = /^Could not resolve (import|require)\(/.exec(text)
  if (pattern) return `${pattern[1]}() ${literalPath}`
  if (text.startsWith('Top-level await')) return 'Top-level await does not work in an agent app: await inside run(ctx).'
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Sources by their path in the folder; those of the SDK under its name. */
function withPlainSources(text: string): string {
  const map = JSON.parse(text) as { sources: string[] }
  map.sources = map.sources.map(source =>
    source.replace(/^(\.\.\/)*app:/, '').replace(/^(\.\.\/)*sdk:/, `${agentApp}/`),
  )
  return JSON.stringify(map)
}

/** esbuild, started. Called once, while its file can still be read. */
async function startCompiler(): Promise<typeof esbuild> {
  // It looks for its global object under the name that browsers and workers give it.
  Object.defineProperty(globalThis, 'self', { value: globalThis })
  const wasmModule = await WebAssembly.compile(await readFile(wasmFile))
  await esbuild.initialize({ wasmModule, worker: false })
  return esbuild
}
