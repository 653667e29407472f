import { Button, Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../copy/copy-button.tsx'
import { JsonView } from '../copy/json-view.tsx'
import { saveBytes } from '../copy/save-file.ts'
import { resultKind } from './result-kind.ts'
import type { Json } from './result-kind.ts'
import classes from './result.module.css'
import { ValueView } from './value-view.tsx'

/**
 * What an app or a tool answered, as fields, tables, texts and charts, or as JSON; it can be copied and saved. `name` begins the name of the file; `schema`
 * is that of the output, which may name its parts.
 */
export function Result({ value, name, schema = null }: { value: unknown; name: string; schema?: Json | null }) {
  const [view, setView] = useState('read')
  const kind = resultKind(value)
  const isText = typeof value === 'string'
  const written = (): string => (isText ? value : JSON.stringify(value ?? null, null, 2))
  const save = (): void => {
    const type = isText ? 'text/plain' : 'application/json'
    saveBytes(new TextEncoder().encode(written()), `${name}.${isText ? 'txt' : 'json'}`, type)
  }
  return (
    <div className={classes.result}>
      <Group gap={8}>
        {kind !== 'json' && kind !== 'nothing' && (
          <SegmentedControl
            size="xs"
            aria-label="Show the result as"
            value={view}
            onChange={setView}
            data={[
              { value: 'read', label: viewNames[kind] ?? 'Text' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        )}
        <CopyButton text={written}>Copy</CopyButton>
        <Button variant="default" size="compact-sm" onClick={save}>
          Download
        </Button>
      </Group>
      {view === 'json' ? <JsonView value={value} /> : <ValueView value={value} title="Result" schema={schema} />}
    </div>
  )
}

const viewNames: Partial<Record<ReturnType<typeof resultKind>, string>> = {
  chart: 'Chart',
  fields: 'Fields',
  list: 'List',
  table: 'Table',
}
