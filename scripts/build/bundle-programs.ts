import { build } from 'esbuild'
import type { BuildOptions, Plugin } from 'esbuild'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { commandFiles, manifests, pluginPackage } from './copy-resources.ts'
import { linkStart } from './link-start.ts'

/** Packages that a start loads. A package that is native or looks for files of its own cannot be among them. */
const bundledPackages = new Set([
  '@babel/code-frame',
  '@jridgewell/trace-mapping',
  'ajv',
  'ajv-formats',
  'avvio',
  'commander',
  'content-disposition',
  'cookie',
  'croner',
  'eventsource-parser',
  'fast-json-stringify',
  'fastify',
  'ipaddr.js',
  'jose',
  'leven',
  'light-my-request',
  'lru-cache',
  'pino',
  're2js',
  'reflect-metadata',
  'secure-json-parse',
  'tsyringe',
  'typebox',
  'undici',
  'yaml',
])
const childPrograms = ['apps/*-host/main.ts', 'plugins/**/main.ts']
/** Packages of hundreds of files, which a child program would read one by one at each of its many starts. */
const bundledIntoChildren = new Set(['@duckdb/node-api', 'read-excel-file'])
/** Finds its library for the system by itself, when it is loaded. */
const nativePackage = '@duckdb/node-bindings'
/** What Node or the kernel starts by its path; each stands at the same place in the build. */
const programs = ['apps/*/main.ts', 'plugins/*/plugin.ts', 'plugins/*/migrations/*.ts']
const threads = ['kernel/**/*-thread.ts', 'plugins/**/*-thread.ts']
const pluginInterface = ['index.ts', 'contracts/*.ts', 'library/*.ts', 'child/index.ts'].map(
  file => `sdk/plugin/src/${file}`,
)
const chunks = 'chunks/server/[hash]'
const threadChunks = 'chunks/threads/[hash]'
/** Folders above a chunk, and above most programs. */
const usualDepth = 2

const lazyPackage = 'lazy-package'

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  conditions: ['svc-source'],
  minifyWhitespace: true,
  minifySyntax: true,
  // So that the lines of a stack trace can be found.
  lineLimit: 160,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'error',
} satisfies BuildOptions

/** Of the server and its threads, each with the packages that a start loads. */
function serverOptions(root: string, output: string) {
  return {
    ...common,
    metafile: true,
    absWorkingDir: root,
    outdir: output,
    splitting: true,
    // CommonJS packages ask for Node's modules with it.
    banner: {
      js: `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url); ${wayUp(usualDepth)}`,
    },
    plugins: [lazyHttp(), unusedByFastify(), choosePackages(), keepPlaces(root, 'toBuild')],
  } satisfies BuildOptions
}

/** The server, `svc`, the plugins and @svc/plugin in one go: what they share is one module for all of them. */
export async function bundlePrograms(root: string, output: string): Promise<void> {
  const commands = await Promise.all(find(root, manifests).map(file => commandFiles(root, file)))
  const files = [...find(root, programs, childPrograms), ...new Set(commands.flat())]
  const inPlace = files.map(file => ({ in: join(root, file), out: withoutEnding(file) }))
  const ofPackage = find(root, pluginInterface).map(file => ({
    in: join(root, file),
    out: withoutEnding(file).replace('sdk/plugin/src/', `${pluginPackage}/`),
  }))
  const { metafile } = await build({
    ...serverOptions(root, output),
    entryPoints: [...inPlace, ...ofPackage],
    chunkNames: chunks,
  })
  await fitDepths(root, output, Object.keys(metafile.outputs))
  await linkStart({
    root,
    output,
    outputs: metafile.outputs,
    starts: ['apps/server/run-server.ts', ...find(root, ['plugins/*/plugin.ts'])],
    commands: ['apps/cli/main.ts', ...commands.flat()],
    common,
  })
}

/** Threads share no module with the server, only among themselves: with its parts each would load the whole of it, tens of MB a thread. */
export async function bundleThreads(root: string, output: string): Promise<void> {
  const entryPoints = find(root, threads, childPrograms).map(file => ({
    in: join(root, file),
    out: withoutEnding(file),
  }))
  const { metafile } = await build({ ...serverOptions(root, output), entryPoints, chunkNames: threadChunks })
  await fitDepths(root, output, Object.keys(metafile.outputs))
}

/**
 * Each program that runs behind walls is for itself: it may read its folder and the packages it declares, nothing else.
 * What it imports when it needs it stays apart, so that a query host loads the packages of its own engine alone.
 */
export async function bundleChildPrograms(root: string, output: string): Promise<void> {
  const bundled = find(root, childPrograms).map(file => {
    const name = withoutEnding(file)
    const toRoot = relative(dirname(name), '.').replaceAll('\\', '/')
    return build({
      ...common,
      absWorkingDir: root,
      entryPoints: [{ in: join(root, file), out: name }],
      outdir: output,
      splitting: true,
      // As deep as the program, for sources that ask for their own place.
      chunkNames: `${dirname(name)}/[name]-[hash]`,
      // Bundled CommonJS packages ask for Node's modules with it, and for nothing else.
      banner: { js: 'const require = name => process.getBuiltinModule(name);' },
      plugins: [nativeByImport(), choosePackages(bundledIntoChildren), keepPlaces(root, JSON.stringify(toRoot))],
    })
  })
  await Promise.all(bundled)
}

function find(root: string, patterns: string[], exclude: string[] = []): string[] {
  const files = globSync(patterns, { cwd: root, exclude: ['**/*.test.ts', '**/*.d.ts', '**/fixtures/**', ...exclude] })
  return files.map(file => file.replaceAll('\\', '/')).toSorted()
}

function withoutEnding(file: string): string {
  return file.replace(/\.ts$/, '')
}

/**
 * An `import` of `node:http` reads every property of it, the lazy ones too, and one of these loads Node's own copy of
 * undici: a tenth of a start. Asked for in another way, each property is read when it is used.
 */
function lazyHttp(): Plugin {
  const namespace = 'lazy-http'
  return {
    name: namespace,
    setup(bundler) {
      bundler.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
        kind === 'import-statement' ? { path: 'node:http', namespace } : null,
      )
      bundler.onLoad({ filter: /./, namespace }, () => ({
        contents: "module.exports = process.getBuiltinModule('node:http')",
        loader: 'js',
      }))
    },
  }
}

/** What fastify would load only for schemas and injections of its own, which the kernel never gives it: half a megabyte less to read. */
function unusedByFastify(): Plugin {
  return {
    name: 'unused-by-fastify',
    setup(bundler) {
      bundler.onResolve(
        { filter: /^(@fastify\/(ajv|fast-json-stringify)-compiler|light-my-request)$/ },
        ({ path, importer }) => (/[\\/]node_modules[\\/]fastify[\\/]/.test(importer) ? { path, external: true } : null),
      )
    },
  }
}

/** A bundled package asks for it by `require`, which there is none of in a module. */
function nativeByImport(): Plugin {
  const namespace = 'native-package'
  return {
    name: namespace,
    setup(bundler) {
      bundler.onResolve({ filter: /^@duckdb\/node-bindings$/ }, ({ path, kind }) =>
        kind === 'require-call' ? { path, namespace } : { path, external: true },
      )
      bundler.onLoad({ filter: /./, namespace }, () => ({
        contents: `import native from ${JSON.stringify(nativePackage)}; module.exports = native`,
        loader: 'js',
      }))
    },
  }
}

/** A chosen package comes in with all that it imports; what our own sources import besides stays outside. */
function choosePackages(chosen = bundledPackages): Plugin {
  return {
    name: 'choose-packages',
    setup(bundler) {
      bundler.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind, resolveDir }) => {
        if (kind === 'entry-point' || path.startsWith('node:') || path.startsWith('@svc/')) return null
        if (/[\\/]node_modules[\\/]/.test(importer) || kind === 'require-call') return null
        const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/')
        if (!chosen.has(name)) return { path, external: true }
        return kind === 'dynamic-import' ? { path, namespace: lazyPackage, pluginData: resolveDir } : null
      })
      bundler.onLoad({ filter: /./, namespace: lazyPackage }, async ({ path, pluginData }) => {
        return { contents: await lazyModule(path), resolveDir: String(pluginData) }
      })
    },
  }
}

/** An imported CommonJS package has its properties as exports in Node; the bundler would give it the default alone. */
async function lazyModule(path: string): Promise<string> {
  const exported = Object.keys((await import(path)) as object)
  if (!exported.includes('module.exports')) return `export * from ${JSON.stringify(path)}`
  const names = exported.filter(name => name !== 'default' && /^[\w$]+$/.test(name))
  return [
    `const whole = require(${JSON.stringify(path)})`,
    'export default whole',
    ...names.map((name, index) => `const export${index} = whole[${JSON.stringify(name)}]`),
    `export { ${names.map((name, index) => `export${index} as ${name}`).join(', ')} }`,
  ].join('\n')
}

/** Declares for one output how it reaches the top of the build. */
function wayUp(depth: number): string {
  return `const toBuild = ${JSON.stringify(Array(depth).fill('..').join('/'))};`
}

/** The bundler gives every output the same first line; it is corrected where a file lies deeper than a chunk. */
async function fitDepths(root: string, output: string, files: readonly string[]): Promise<void> {
  for (const file of files.filter(name => name.endsWith('.js')).map(name => resolve(root, name))) {
    const depth = relative(output, file).split(sep).length - 1
    if (depth === usualDepth) continue
    const code = await readFile(file, 'utf8')
    await writeFile(file, code.replace(wayUp(usualDepth), wayUp(depth)))
  }
}

/**
 * `import.meta.url` goes on meaning the place of the source file, in the tree of the build.
 * @param toBuild an expression of the relative path from an output to the top of the build
 */
function keepPlaces(root: string, toBuild: string): Plugin {
  return {
    name: 'keep-places',
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        if (!source.includes('import.meta.url')) return null
        const place = `${toBuild} + ${JSON.stringify(`/${withoutEnding(relative(root, path).replaceAll('\\', '/'))}.js`)}`
        const contents = source
          .replaceAll(/new URL\((['"])([^'"]+)\.ts\1, import\.meta\.url\)/g, 'new URL($1$2.js$1, import.meta.url)')
          .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        return { contents, loader: 'ts', resolveDir: dirname(path) }
      })
    },
  }
}
