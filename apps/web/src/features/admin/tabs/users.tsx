import { ActionIcon, Menu, NativeSelect, PasswordInput, Stack, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { hasRole, useMe } from '../../../live/me.ts'
import { queries } from '../../../live/query-client.ts'
import { root, svc } from '../../../live/server.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Time } from '../../../ui/words/time.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'
import classes from '../admin.module.css'

type User = Awaited<ReturnType<typeof svc.admin.users.list>>['items'][number]
type Role = 'user' | 'admin' | 'owner'

const words: Readonly<Record<string, string>> = { user: 'User', admin: 'Admin', owner: 'Owner' }
const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['admin'] })

/** The people of the installation, and links that invite more. */
export function Users() {
  const users = useListing(['admin', 'list', 'users'], options => svc.admin.users.list({ limit: 100 }, options))
  const [error, setError] = useState<unknown>(null)
  const attempt = (work: PromiseLike<unknown>): void =>
    void Promise.resolve(work)
      .then(refresh)
      .then(() => setError(null), setError)
  return (
    <>
      <Invite />
      {error !== null && <ErrorPanel error={error} />}
      <Loaded query={users} sketch={<RowsSketch />}>
        {items => (
          <div className={classes.scroll}>
            <Table aria-label="Users">
              <TableHead columns={['Username', 'Role', 'State', 'Joined', { unseen: 'Actions' }]} />
              <Table.Tbody>
                {items.map(user => (
                  <OneUser key={user.id} user={user} attempt={attempt} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Loaded>
      <ShowMore listing={users} />
    </>
  )
}

function OneUser({ user, attempt }: { user: User; attempt: (work: PromiseLike<unknown>) => void }) {
  const me = useMe()
  const [dialog, setDialog] = useState<'password' | 'delete' | null>(null)
  const { id, username, role, disabled, created_at } = user
  const isMe = me.user.id === id
  return (
    <Table.Tr>
      <Table.Td className={classes.wide}>{username}</Table.Td>
      <Table.Td>{words[role] ?? role}</Table.Td>
      <Table.Td>{disabled ? 'Disabled' : 'Active'}</Table.Td>
      <Table.Td>
        <Time at={created_at} />
      </Table.Td>
      <Table.Td ta="right">
        {!isMe && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" size={28} aria-label={`Menu of ${username}`}>
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>Role</Menu.Label>
              {Object.entries(words)
                .filter(([each]) => each !== role && (each !== 'owner' || hasRole(me, 'owner')))
                .map(([each, title]) => (
                  <Menu.Item key={each} onClick={() => attempt(svc.admin.users.update(id, { role: each as Role }))}>
                    Make {title.toLowerCase()}
                  </Menu.Item>
                ))}
              <Menu.Divider />
              <Menu.Item onClick={() => setDialog('password')}>Reset password</Menu.Item>
              <Menu.Item onClick={() => attempt(svc.admin.users.update(id, { disabled: !disabled }))}>
                {disabled ? 'Enable' : 'Disable'}
              </Menu.Item>
              <Menu.Item color="bad" onClick={() => setDialog('delete')}>
                Delete user
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        {dialog === 'password' && <ResetPassword user={user} onClose={() => setDialog(null)} />}
        {dialog === 'delete' && (
          <Confirm
            verb="Delete user"
            name={username}
            onClose={() => setDialog(null)}
            onConfirm={async () => {
              await svc.admin.users.delete(id)
              await refresh()
            }}
          >
            {username} can no longer sign in, and the keys of this account end.
          </Confirm>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    await svc.admin.users.resetPassword(user.id, { new_password: password })
    onClose()
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Reset the password of ${user.username}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={onSubmit}>
        <Stack gap={16}>
          <PasswordInput
            label="New password"
            description="All sign-ins of this account end"
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            error={refusal.at('/new_password')}
            data-autofocus
          />
          <RefusalPanel refusal={refusal} />
          <SubmitButton loading={isBusy} disabled={password === ''}>
            Reset password
          </SubmitButton>
        </Stack>
      </form>
    </Modal>
  )
}

function Invite() {
  const me = useMe()
  const [role, setRole] = useState<Role>('user')
  const [link, setLink] = useState<string | null>(null)
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    const { token } = await svc.admin.users.invites.create({ role })
    setLink(new URL(`auth/register?invite=${encodeURIComponent(token)}`, root).href)
  })
  return (
    <section aria-label="Invite">
      <form className={classes.line} onSubmit={onSubmit}>
        <NativeSelect
          label="Role"
          value={role}
          onChange={event => setRole(event.currentTarget.value as Role)}
          data={[
            { value: 'user', label: 'User' },
            { value: 'admin', label: 'Admin' },
            ...(hasRole(me, 'owner') ? [{ value: 'owner', label: 'Owner' }] : []),
          ]}
        />
        <SubmitButton loading={isBusy}>Create invite link</SubmitButton>
      </form>
      <RefusalPanel refusal={refusal} />
      {link !== null && (
        <div className={classes.line}>
          <TextInput
            label="Invite link"
            description="For one person, for seven days. It is not shown again"
            readOnly
            value={link}
            style={{ flex: '1 1 320px' }}
            onFocus={event => event.currentTarget.select()}
          />
          <CopyButton text={link}>Copy link</CopyButton>
        </div>
      )}
    </section>
  )
}
