import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { showDialog } from '../shell-dialog.ts'

/** An address that nobody knows. */
export function NothingHere() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon="search"
        action={
          <Group gap={8} justify="center">
            <Button onClick={() => showDialog('palette')}>Search</Button>
            <Button variant="default" component={Link} to="/">
              Go to the start
            </Button>
          </Group>
        }
      >
        There is nothing at this address. It may have been deleted, or the link is misspelt.
      </EmptyState>
    </Page>
  )
}
