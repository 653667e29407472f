import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import esbuild from 'esbuild-wasm/lib/browser.js'

// esbuild's WebAssembly build for browsers: the same compiler with no file system under it. The native one resolves
// import(`../../etc/${x}`) by listing real folders before any plugin is asked, and names their files in its errors.
const wasmFile = createRequire(import.meta.url).resolve('esbuild-wasm/esbuild.wasm')

// Node's types name it as a namespace of types alone.
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> }
}

/** esbuild, started. Called once, while its file can still be read. */
export async function startCompiler(): Promise<typeof esbuild> {
  // It looks for its global object under the name that browsers and workers give it.
  Object.defineProperty(globalThis, 'self', { value: globalThis })
  const wasmModule = await webAssembly.compile(await readFile(wasmFile))
  await esbuild.initialize({ wasmModule, worker: false })
  return esbuild
}
