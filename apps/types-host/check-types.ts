import ts from 'typescript'
import { globalsFile, libraryFolder, standardLibrary } from './standard-library.ts'

export interface TypeCheckRequest {
  /** The app's sources by relative path. */
  files: Record<string, string>
  entry: string
  /** Sources of `@svc/sdk` by relative path, and which of them each import of an app means. */
  sdk: { files: Record<string, string>; imports: Record<string, string> }
}

export interface TypeFault {
  text: string
  /** Relative to the app's folder; empty when the fault is of no file. */
  file: string
  line: number
  /** In bytes of UTF-8, from 0, as the build host counts. */
  column: number
}

const appFolder = '/app/'
const sdkFolder = '/sdk/'
const mostFaults = 20

const parsed = new Map<string, ts.SourceFile>()

/** What the types of `entry`, and of all that it imports in its folder, do not allow. Nothing but the request is looked at. */
export function checkTypes({ files, entry, sdk }: TypeCheckRequest): TypeFault[] {
  const texts = new Map([...standardLibrary, ...below(sdkFolder, sdk.files), ...below(appFolder, files)])
  const imports = Object.entries(sdk.imports).map(([name, file]) => [name, [sdkFolder + file]] as const)
  const program = ts.createProgram({
    rootNames: [globalsFile, appFolder + entry],
    options: {
      strict: true,
      noEmit: true,
      allowJs: true,
      skipLibCheck: true,
      resolveJsonModule: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.Preserve,
      lib: ['lib.esnext.d.ts'],
      types: [],
      paths: Object.fromEntries(imports.map(([name, paths]) => [name, [...paths]])),
    },
    host: hostOf(texts),
  })
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(appFolder))
  const found = [
    ...program.getOptionsDiagnostics(),
    ...own.flatMap(file => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
  return found
    .filter(({ category }) => category === ts.DiagnosticCategory.Error)
    .slice(0, mostFaults)
    .map(toFault)
}

/** The compiler's view of a disk: these files and no others. What does not change from app to app is parsed once. */
function hostOf(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  return {
    getSourceFile(path, options) {
      const text = texts.get(path)
      if (text === undefined || path.startsWith(appFolder))
        return text === undefined ? undefined : ts.createSourceFile(path, text, options)
      const known = parsed.get(path)
      if (known?.text === text) return known
      const file = ts.createSourceFile(path, text, options)
      parsed.set(path, file)
      return file
    },
    fileExists: path => texts.has(path),
    readFile: path => texts.get(path),
    writeFile: () => undefined,
    getDefaultLibFileName: () => `${libraryFolder}/lib.esnext.d.ts`,
    getDefaultLibLocation: () => libraryFolder,
    getCurrentDirectory: () => appFolder,
    getCanonicalFileName: path => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  }
}

function below(folder: string, files: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(files).map(([path, text]) => [folder + path, text])
}

function toFault({ file, start, code, messageText }: ts.Diagnostic): TypeFault {
  const text = `${ts.flattenDiagnosticMessageText(messageText, '\n')} (TS${code})`
  if (file === undefined || start === undefined) return { text, file: '', line: 0, column: 0 }
  const { line, character } = file.getLineAndCharacterOfPosition(start)
  const before = file.text.slice(start - character, start)
  return { text, file: file.fileName.slice(appFolder.length), line: line + 1, column: Buffer.byteLength(before) }
}
