/** The types of what fits a schema, as a file that begins with `banner`. */
export async function schemaTypes(schema: object, name: string, banner: string): Promise<string> {
  const [{ compile }, prettier] = await Promise.all([import('json-schema-to-typescript-lite'), import('prettier')])
  // A copy, because the compiler writes into what it is given.
  const types = await compile(structuredClone(schema), name, {
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
  })
  return prettier.format(`${banner}\n${types}`, {
    parser: 'typescript',
    semi: false,
    singleQuote: true,
    printWidth: 120,
    arrowParens: 'avoid',
  })
}
