import { ActionIcon, Group, Menu, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveBytes } from '../../ui/copy/save-file.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import type { OpenConversation } from './use-messages.ts'

/** Rename, export, delete. */
export function ConversationMenu({
  conversation,
  onError,
}: Pick<OpenConversation, 'conversation'> & { onError: (problem: unknown) => void }) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const navigate = useNavigate()
  const id = conversation.session_id
  const save = async (format: 'md' | 'json'): Promise<void> => {
    const bytes = await svc.conversations.export(id, { format })
    saveBytes(
      bytes,
      `${conversation.title ?? 'conversation'}.${format}`,
      format === 'md' ? 'text/markdown' : 'application/json',
    )
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={32} aria-label="Conversation menu">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('rename')}>Rename</Menu.Item>
          <Menu.Item onClick={() => void save('md').catch(onError)}>Export as Markdown</Menu.Item>
          <Menu.Item onClick={() => void save('json').catch(onError)}>Export as JSON</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="bad" onClick={() => setDialog('delete')}>
            Delete conversation
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <Rename conversation={conversation} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <Confirm
          verb="Delete conversation"
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            await svc.conversations.delete(id)
            await navigate({ to: '/' })
            void queries.invalidateQueries({ queryKey: ['chat', 'list'] })
          }}
        >
          All that was said in it goes, for everybody in this workspace. There is no way back.
        </Confirm>
      )}
    </>
  )
}

function Rename({ conversation, onClose }: Pick<OpenConversation, 'conversation'> & { onClose: () => void }) {
  const [title, setTitle] = useState(conversation.title ?? '')
  const [error, setError] = useState<unknown>(null)
  const rename = async (): Promise<void> => {
    try {
      await svc.conversations.update(conversation.session_id, { title: title.trim() || null })
      await queries.invalidateQueries({ queryKey: ['chat'] })
      onClose()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Rename conversation">
      <form
        onSubmit={event => {
          event.preventDefault()
          void rename()
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="Title"
            value={title}
            onChange={event => setTitle(event.currentTarget.value)}
            maxLength={200}
            data-autofocus
          />
          {error !== null && <ErrorPanel error={error} />}
          <Group justify="flex-end">
            <SubmitButton>Rename</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
