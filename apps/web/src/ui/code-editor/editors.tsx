import { useCallback } from 'react'
import type { ComponentProps } from 'react'
import { fetchPart } from '../../live/fetch-part.ts'
import { CodeField } from './code-field.tsx'
import type { Tables } from './sql-language.ts'

type Props = Omit<ComponentProps<typeof CodeField>, 'language'> & { tables: Tables }

/** A field for SQL, which offers tables and their columns. */
export function SqlEditor({ tables, ...props }: Props) {
  const language = useCallback(
    async () => (await fetchPart(() => import('./sql-language.ts'))).sqlWith(tables),
    [tables],
  )
  return <CodeField {...props} language={language} />
}

const yaml = async () => (await fetchPart(() => import('./yaml-language.ts'))).yamlLanguage()

/** A field for YAML, for pages of which it is the greater part. */
export function YamlEditor(props: Omit<ComponentProps<typeof CodeField>, 'language' | 'isTall'>) {
  return <CodeField {...props} language={yaml} isTall />
}
