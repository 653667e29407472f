import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Where the compiler finds what {@link standardLibrary} holds. */
export const libraryFolder = '/lib'
/** What an isolate of the sandbox has beside the language. */
export const globalsFile = `${libraryFolder}/svc-globals.d.ts`

const globals = `
declare const console: Readonly<Record<'log' | 'debug' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>>
declare function setTimeout<Values extends unknown[]>(
  callback: (...values: Values) => void,
  delay?: number,
  ...values: Values
): number
declare function clearTimeout(id: number | undefined): void
`

/** The declarations of the language by path, without those of browsers. Read at once, while the package can still be read. */
export const standardLibrary: ReadonlyMap<string, string> = new Map([
  ...languageFiles(dirname(ts.getDefaultLibFilePath({}))),
  [globalsFile, globals] as const,
])

function languageFiles(folder: string): (readonly [path: string, text: string])[] {
  return readdirSync(folder)
    .filter(name => /^lib\.(es|decorators).*\.d\.ts$/.test(name))
    .map(name => [`${libraryFolder}/${name}`, readFileSync(join(folder, name), 'utf8')] as const)
}
