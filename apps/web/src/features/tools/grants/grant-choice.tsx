import { Select } from '@mantine/core'
import { useState } from 'react'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { setGrant, useGrants } from '../queries.ts'
import type { ToolManifest } from '../queries.ts'
import { effectWord, grantWord } from '../tool-words.ts'

const words = ['allow', 'ask', 'deny'] as const

/** What a call of this tool meets in the whole workspace; for admins. */
export function GrantChoice({ tool }: { tool: ToolManifest }) {
  const grants = useGrants()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = async (grant: (typeof words)[number] | null): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await setGrant(tool.name, grant)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Loaded query={grants}>
      {all => {
        const set = all.find(({ tool_name, key_id }) => tool_name === tool.name && key_id === null)
        return (
          <>
            <Select
              label="Grant"
              description="What a call in this workspace meets. A key may have a grant of its own."
              data={[
                { value: '', label: `As its effect has it (${effectWord(tool.effect).toLowerCase()})` },
                ...words.map(word => ({ value: word, label: grantWord(word) })),
              ]}
              value={set?.grant ?? ''}
              allowDeselect={false}
              disabled={isBusy}
              onChange={next => void choose(words.find(word => word === next) ?? null)}
              maw={400}
            />
            {error !== null && <ErrorPanel error={error} />}
          </>
        )
      }}
    </Loaded>
  )
}
