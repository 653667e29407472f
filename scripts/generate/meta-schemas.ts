import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../sdk/plugin/src/library/meta-schemas/generated/', import.meta.url))

const drafts = [
  {
    file: 'draft-2020-12',
    module: 'ajv/dist/2020.js',
    name: 'Ajv2020',
    id: 'https://json-schema.org/draft/2020-12/schema',
  },
  { file: 'draft-07', module: 'ajv', name: 'Ajv', id: 'http://json-schema.org/draft-07/schema' },
] as const

type AjvClass = typeof import('ajv').Ajv

/** Validators of the meta-schemas that ajv brings: to compile one takes a tenth of a second of a start. */
export async function generateMetaSchemas(): Promise<Map<string, string>> {
  const [standalone, esbuild] = await Promise.all([import('ajv/dist/standalone/index.js'), import('esbuild')])
  const files = await Promise.all(
    drafts.map(async ({ file, module, name, id }): Promise<[string, string]> => {
      const { [name]: Class } = (await import(module)) as Record<string, AjvClass>
      const ajv = new Class!({
        strict: false,
        unicode: false,
        logger: false,
        code: { source: true, esm: true, lines: true },
      })
      ajv.getSchema(id)
      const contents = standalone.default.default(ajv, { validate: id })
      // Bundled, because the standalone code of ajv asks for its runtime functions with require.
      const { outputFiles } = await esbuild.build({
        stdin: { contents, resolveDir: folder },
        bundle: true,
        format: 'esm',
        platform: 'node',
        write: false,
        legalComments: 'none',
      })
      const banner = `// Generated from the meta-schema ${id} by npm run generate. Do not edit.\n// @ts-nocheck\n`
      return [`${folder}${file}.ts`, `${banner}${outputFiles[0]?.text ?? ''}`]
    }),
  )
  return new Map(files)
}
