import { Alert } from '@mantine/core'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { PickFiles } from '../../ui/forms/pick-files.tsx'
import classes from './export.module.css'

type Verification = Awaited<ReturnType<typeof svc.export.verify>>

/** Whether a file is as it was signed: chosen, or dropped anywhere on the page. */
export function VerifyFile() {
  const [found, setFound] = useState<{ name: string; verification: Verification } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const verify = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setError(null)
    setFound(null)
    try {
      setFound({ name: file.name, verification: await svc.export.verify(file) })
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <section aria-label="Verify a file" className={classes.verify}>
      <h2>Verify a file</h2>
      <p className={classes.small}>Drop a signed PDF or ZIP anywhere on this page, or choose one. It is not kept.</p>
      <PickFiles accept=".pdf,.zip" onPick={([file]) => void verify(file)}>
        Choose file
      </PickFiles>
      <DropArea label="Drop a file to verify it" onDrop={data => void verify(data.files[0])} />
      {error !== null && <ErrorPanel error={error} />}
      {found !== null && <Outcome name={found.name} verification={found.verification} />}
    </section>
  )
}

function Outcome({ name, verification }: { name: string; verification: Verification }) {
  const { valid, signer, checks, problems } = verification
  const who = signer?.subject ?? signer?.key_id ?? null
  return (
    <Alert
      color={valid ? 'good' : 'bad'}
      variant="light"
      mt={12}
      role="status"
      title={valid ? `${name} is as it was signed` : `${name} is not valid`}
    >
      {who !== null && (
        <p>
          Signed by {who}
          {signer?.ours === true ? ', with a key of this server' : ''}.
        </p>
      )}
      {problems.length > 0 && <p>{problems.map(code => code.replaceAll('_', ' ')).join(', ')}</p>}
      <ul>
        {checks.map(({ name: check, ok, detail }) => (
          <li key={check}>
            {ok ? 'Good' : 'Bad'}: {check.replaceAll('_', ' ')}
            {detail ? `, ${detail}` : ''}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
