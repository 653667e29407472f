import { Button, Group, PasswordInput, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { PickFiles } from '../../ui/forms/pick-files.tsx'
import classes from './export.module.css'

const queryKey = ['exports', 'certificates']

/** What signs the PDF files of this workspace; for admins. */
export function Certificates() {
  const [password, setPassword] = useState('')
  const [deleted, setDeleted] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await svc.export.certificates.list({ signal })).items,
  })
  const attempt = async (work: () => PromiseLike<unknown>): Promise<void> => {
    setError(null)
    try {
      await work()
      await queries.invalidateQueries({ queryKey })
    } catch (problem) {
      setError(problem)
    }
  }
  const add = (file: File | undefined): void => {
    if (file === undefined) return
    void attempt(() => svc.export.certificates.add(file, { password })).then(() => setPassword(''))
  }
  return (
    <section aria-label="Certificates" className={classes.verify}>
      <h2>Certificates</h2>
      <p className={classes.small}>
        The server makes a certificate of its own at the first signature. One of yours, a PKCS #12 file, takes its
        place.
      </p>
      <Loaded query={query}>
        {items => (
          <div className={classes.scroll}>
            <Table aria-label="Certificates">
              <Table.Tbody>
                {items.map(each => (
                  <Table.Tr key={each.certificate_id}>
                    <Table.Td>
                      {each.name}
                      <p className={classes.small}>{each.subject}</p>
                    </Table.Td>
                    <Table.Td>{each.key}</Table.Td>
                    <Table.Td>until {each.not_after.slice(0, 10)}</Table.Td>
                    <Table.Td>
                      {each.active ? (
                        'Active'
                      ) : (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={`Make ${each.name} active`}
                          onClick={() => void attempt(() => svc.export.certificates.activate(each.certificate_id))}
                        >
                          Make active
                        </Button>
                      )}
                    </Table.Td>
                    <Table.Td>
                      {each.origin === 'uploaded' && (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={`Delete ${each.name}`}
                          onClick={() => setDeleted(each.certificate_id)}
                        >
                          Delete
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Loaded>
      <Group gap={8} align="end" mt={12}>
        <PasswordInput
          label="Password of the file"
          autoComplete="off"
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <PickFiles accept=".p12,.pfx" onPick={([file]) => add(file)}>
          Add certificate
        </PickFiles>
      </Group>
      {error !== null && <ErrorPanel error={error} />}
      {deleted !== null && (
        <Confirm
          verb="Delete certificate"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await svc.export.certificates.delete(deleted)
            await queries.invalidateQueries({ queryKey })
          }}
        >
          Its key is deleted for good. What it signed still verifies.
        </Confirm>
      )}
    </section>
  )
}
