import { Button, Group, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { saveBytes } from '../../../ui/copy/save-file.ts'
import { TableHead } from '../../../ui/table-head.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../ml.module.css'
import { DatasetLink, MlLink } from '../ml-link.tsx'
import type { Model, ModelVersion } from '../types.ts'

/** The history of a model, newest first; an alias points to one version and moves when another gets it. */
export function VersionTable({ model, versions }: { model: Model; versions: readonly ModelVersion[] }) {
  const [error, setError] = useState<unknown>(null)
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setError(null)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: ['ml'] })
    } catch (problem) {
      setError(problem)
    }
  }
  const save = async (version: number): Promise<void> => {
    const content = await svc.ml.models.onnx(model.model_id, version)
    saveBytes(content, `${model.name}-${version}.onnx`, 'application/octet-stream')
  }
  const hasStages = versions.some(({ stage }) => stage !== 'None')
  if (versions.length === 0) return <p>It has no version yet. Open a run and register its model under this name.</p>
  return (
    <>
      {error !== null && <ErrorPanel error={error} />}
      <div className={classes.scroll}>
        <Table aria-label="Versions">
          <TableHead
            columns={[
              { number: 'Version' },
              'Aliases',
              ...(hasStages ? ['Stage'] : []),
              'Run',
              'Dataset',
              { number: 'Made' },
              { unseen: 'Do' },
            ]}
          />
          <Table.Tbody>
            {versions.map(({ version, aliases, stage, run_id, dataset, created_at }) => (
              <Table.Tr key={version}>
                <Table.Td ta="right">{version}</Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    {aliases.map(alias => (
                      <Button
                        key={alias}
                        variant="light"
                        size="compact-sm"
                        aria-label={`Remove alias ${alias}`}
                        title="Remove this alias"
                        onClick={() => void act(async () => svc.ml.models.deleteAlias(model.model_id, alias))}
                      >
                        {alias}
                      </Button>
                    ))}
                    <NewAlias
                      version={version}
                      onAdd={alias => act(async () => svc.ml.models.alias(model.model_id, alias, version))}
                    />
                  </Group>
                </Table.Td>
                {hasStages && <Table.Td>{stage === 'None' ? '' : stage}</Table.Td>}
                <Table.Td>{run_id !== null && <MlLink to={{ run: run_id }}>Run</MlLink>}</Table.Td>
                <Table.Td className={classes.cell}>{dataset && <DatasetLink dataset={dataset} />}</Table.Td>
                <Table.Td ta="right" className={classes.status}>
                  <Time at={created_at} />
                </Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap" justify="end">
                    {!aliases.includes('champion') && (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={`Make version ${version} the champion`}
                        onClick={() => void act(async () => svc.ml.models.alias(model.model_id, 'champion', version))}
                      >
                        Make champion
                      </Button>
                    )}
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Download version ${version} as ONNX`}
                      onClick={() => void act(async () => save(version))}
                    >
                      ONNX
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  )
}

function NewAlias({ version, onAdd }: { version: number; onAdd: (alias: string) => Promise<void> }) {
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '') void onAdd(text.trim()).then(() => setText(''))
      }}
    >
      <TextInput
        size="xs"
        w={110}
        aria-label={`New alias of version ${version}`}
        placeholder="New alias"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
    </form>
  )
}
