import { Combobox, TextInput, useCombobox, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePages } from '../../live/pages.ts'
import { addressOf } from '../../live/server.ts'
import { Icon } from '../../ui/icon.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { showDialog } from '../shell-dialog.ts'
import { fits, useRecords } from './records.ts'
import type { Entry, EntryGroup } from './records.ts'
import { leave } from '../leave.ts'
import classes from './palette.module.css'

/** Any page, action or record by its name. */
export function Palette() {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 150)
  const router = useRouter()
  const close = (): void => showDialog(null)
  // Escape is taken by the list, which never closes by itself here.
  const combobox = useCombobox({ opened: true, onDropdownClose: close })
  const places = usePlaces()
  const records = useRecords(search)
  const named = places.map(group => ({
    ...group,
    entries: group.entries.filter(entry => text.trim() === '' || fits(entry.title, text.trim())),
  }))
  const groups = [...named, ...records].filter(({ entries }) => entries.length > 0)
  const shown = groups.flatMap(({ entries }) => entries)
  const ids = shown.map(({ id }) => id).join('\n')
  useEffect(() => {
    combobox.selectFirstOption()
    // What is chosen stays until another list is shown.
  }, [ids])

  const open = (id: string): void => {
    const entry = shown.find(each => each.id === id)
    close()
    if (entry === undefined) return
    if (typeof entry.opens === 'string') router.history.push(addressOf(entry.opens))
    else entry.opens()
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      size={560}
      centered={false}
      yOffset="12vh"
      padding={0}
    >
      <Combobox store={combobox} onOptionSubmit={open}>
        <Combobox.EventsTarget>
          <TextInput
            role="combobox"
            aria-label="Search or jump to"
            placeholder="Search or jump to"
            variant="unstyled"
            size="md"
            leftSection={<Icon name="search" />}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            className={classes.field ?? ''}
            data-autofocus
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.options ?? ''} aria-label="What was found">
          {groups.map(({ title, entries }) => (
            <Combobox.Group key={title} label={title}>
              {entries.map(({ id, title: name }) => (
                <Combobox.Option key={id} value={id} className={classes.option ?? ''}>
                  {name}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && <Combobox.Empty>Nothing has these words.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </Modal>
  )
}

/** Pages and actions, which are known without asking. */
function usePlaces(): readonly EntryGroup[] {
  const pages = usePages()
  const { setColorScheme } = useMantineColorScheme()
  const own: Entry[] = [
    { id: '/settings', title: 'Settings', opens: '/settings' },
    { id: '/docs', title: 'Documentation', opens: '/docs' },
    { id: '/onboarding', title: 'First steps', opens: '/onboarding' },
  ]
  const ofPlugins = pages
    .filter(page => page.state === 'on' && page.group !== null)
    .map(({ path, title }) => ({ id: path, title, opens: path }))
  const actions: Entry[] = [
    { id: 'theme-light', title: 'Light theme', opens: () => setColorScheme('light') },
    { id: 'theme-dark', title: 'Dark theme', opens: () => setColorScheme('dark') },
    { id: 'theme-auto', title: 'Theme of the system', opens: () => setColorScheme('auto') },
    { id: 'keys', title: 'Keyboard shortcuts', opens: () => showDialog('keys') },
    { id: 'sign-out', title: 'Sign out', opens: leave },
  ]
  return [
    { title: 'Pages', entries: [...ofPlugins, ...own.filter(({ id }) => !ofPlugins.some(page => page.id === id))] },
    { title: 'Actions', entries: actions },
  ]
}
