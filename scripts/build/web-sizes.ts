import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** An entry of the manifest that Vite writes. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const shell = 'index.html'

/** What a browser loads for a part of the app, and the most that may be: kB of JavaScript, gzipped, with all that it imports. */
const budgets = [
  { name: 'shell', entries: [shell], kB: 215, isFirst: true },
  { name: 'first page, with the shell', entries: [shell, 'src/features/chat/page.tsx'], kB: 300, isFirst: true },
  { name: 'charts', entries: ['src/ui/chart/draw-chart.ts'], kB: 280, isFirst: false },
  {
    name: 'SQL editor',
    entries: ['src/ui/code-editor/code-editor.ts', 'src/ui/code-editor/sql-language.ts'],
    kB: 125,
    isFirst: false,
  },
]
const mostStyles = 40

export interface WebSize {
  name: string
  kB: number
  most: number
}

/** How large the parts of the built browser app are. @param folder with the built app @throws Error when the build has no manifest */
export async function webSizes(folder: string): Promise<WebSize[]> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const ofShell = filesOf(manifest, [shell])
  const sizes: WebSize[] = []
  for (const { name, entries, kB, isFirst } of budgets) {
    if (!entries.every(entry => entry in manifest)) continue
    // What comes later finds the shell there.
    const files = filesOf(manifest, entries).filter(file => isFirst || !ofShell.includes(file))
    sizes.push({ name, kB: await kBOf(folder, files), most: kB })
  }
  const styles = manifest[shell]?.css ?? []
  sizes.push({ name: 'styles of the shell', kB: await kBOf(folder, styles), most: mostStyles })
  return sizes
}

/** Prints the table. @throws Error when a part is over its budget */
export async function checkWebSizes(folder: string): Promise<void> {
  const sizes = await webSizes(folder)
  for (const { name, kB, most } of sizes)
    console.log(`${name.padEnd(28)} ${String(kB).padStart(4)} kB of ${String(most).padStart(3)} kB gzipped`)
  const over = sizes.filter(({ kB, most }) => kB > most).map(({ name, kB, most }) => `${name} (${kB} of ${most} kB)`)
  if (over.length > 0) {
    throw new Error(`The browser app is too large: ${over.join(', ')}. Load what a feature needs with that feature.`)
  }
}

function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const seen = new Set<string>()
  const add = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) add(next)
  }
  for (const entry of entries) add(entry)
  return [...seen].flatMap(key => manifest[key]?.file ?? [])
}

async function kBOf(folder: string, files: readonly string[]): Promise<number> {
  const contents = await Promise.all(files.map(file => readFile(join(folder, file))))
  return Math.round(contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1000)
}
