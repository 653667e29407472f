import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { fieldErrors } from '../../ui/forms/field-errors.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import classes from './email.module.css'

type Check = Awaited<ReturnType<typeof svc.email.account.test>>

/** The account through which the workspace reads and sends mail; both servers are tried before the page goes on. */
export function EmailAccount({ onDone }: { onDone: () => void }) {
  const form = useForm({ initialValues: { address: '', password: '', imap: '', smtp: '' } })
  const [error, setError] = useState<unknown>(null)
  const [check, setCheck] = useState<Check | null>(null)
  const [isBusy, setBusy] = useState(false)
  const connect = async ({ address, password, imap, smtp }: typeof form.values): Promise<void> => {
    setBusy(true)
    setError(null)
    setCheck(null)
    try {
      await svc.email.account.set({
        address: address.trim(),
        ...(password !== '' && { password }),
        imap: { host: imap.trim() },
        smtp: { host: smtp.trim() },
      })
      const tried = await svc.email.account.test()
      await queries.invalidateQueries({ queryKey: ['email'] })
      if (tried.ok) onDone()
      else setCheck(tried)
    } catch (problem) {
      const faults = fieldErrors(problem)
      form.setErrors({
        address: faults['/address'],
        password: faults['/password'],
        imap: faults['/imap/host'],
        smtp: faults['/smtp/host'],
      })
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={form.onSubmit(values => void connect(values))} className={classes.account}>
      <Stack gap={16}>
        <TextInput label="Address" type="email" required withAsterisk={false} {...form.getInputProps('address')} />
        <PasswordInput
          label="Password"
          description="Many providers want an app password. It is kept sealed and never shown again."
          autoComplete="off"
          {...form.getInputProps('password')}
        />
        <TextInput
          label="IMAP server"
          placeholder="imap.example.com"
          required
          withAsterisk={false}
          {...form.getInputProps('imap')}
        />
        <TextInput
          label="SMTP server"
          placeholder="smtp.example.com"
          required
          withAsterisk={false}
          {...form.getInputProps('smtp')}
        />
        {error !== null && <ErrorPanel error={error} />}
        {check !== null && <ErrorPanel error={new Error(faultsOf(check))} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone}>
            Close
          </Button>
          <SubmitButton loading={isBusy}>Connect account</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

function faultsOf({ imap, smtp }: Check): string {
  return [imap, smtp].flatMap(({ error }) => (error === null ? [] : [error.message])).join(' ')
}
