import { Button } from '@mantine/core'
import { APIError } from '@svc/sdk'
import type { Email } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { hasRole, useMe } from '../../live/me.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { SplitView } from '../../ui/page/split-view.tsx'
import { EmailAccount } from './email-account.tsx'
import { MessageList } from './message-list.tsx'
import { OpenMessage } from './open-message.tsx'
import { WriteMessage } from './write-message.tsx'
import classes from './email.module.css'

const most = 50

export function EmailPage() {
  const { message: openId } = useSearch({ strict: false }) as { message?: string }
  const search = useSearchText()
  const isAdmin = hasRole(useMe(), 'admin')
  const [isConnecting, setConnecting] = useState(false)
  const [writing, setWriting] = useState<{ answered: Email | null } | null>(null)
  const query = useQuery({
    queryKey: ['email', 'list', search ?? ''],
    async queryFn({ signal }) {
      try {
        const found =
          search === undefined
            ? svc.email.recent({ count: most }, { signal })
            : svc.email.search({ query: search, limit: most }, { signal })
        return (await found).items
      } catch (error) {
        // There is no account yet, which is no fault.
        if (error instanceof APIError && error.status === 409) return null
        throw error
      }
    },
  })
  if (isConnecting) {
    return (
      <Page title="Email">
        <EmailAccount onDone={() => setConnecting(false)} />
      </Page>
    )
  }
  return (
    <Page title="Email">
      <Loaded query={query} sketch={<RowsSketch />}>
        {messages =>
          messages === null ? (
            <NoAccount isAdmin={isAdmin} onConnect={() => setConnecting(true)} />
          ) : (
            <SplitView
              label="Messages"
              isOpen={openId !== undefined}
              side={
                <>
                  <div className={classes.bar}>
                    <SearchBox label="Search email" />
                    <Button onClick={() => setWriting({ answered: null })}>New message</Button>
                  </div>
                  {messages.length === 0 && (
                    <p className={classes.quiet}>
                      {search === undefined ? 'The inbox is empty.' : 'No message has these words.'}
                    </p>
                  )}
                  <MessageList messages={messages} openId={openId} />
                  {isAdmin && <Disconnect />}
                </>
              }
            >
              {openId === undefined ? (
                <p className={classes.choose}>Choose a message to read it.</p>
              ) : (
                <OpenMessage key={openId} id={openId} onReply={answered => setWriting({ answered })} />
              )}
            </SplitView>
          )
        }
      </Loaded>
      {query.isError && isAdmin && (
        <Button variant="default" mt={16} onClick={() => setConnecting(true)}>
          Change the account
        </Button>
      )}
      {writing !== null && <WriteMessage answered={writing.answered} onClose={() => setWriting(null)} />}
    </Page>
  )
}

function NoAccount({ isAdmin, onConnect }: { isAdmin: boolean; onConnect: () => void }) {
  return (
    <EmptyState icon="mail" manual="email" action={isAdmin && <Button onClick={onConnect}>Connect an account</Button>}>
      The mail of the workspace, for you and for the agent. No account is connected.
      {!isAdmin && ' An admin can connect one here.'}
    </EmptyState>
  )
}

function Disconnect() {
  const [isAsking, setAsking] = useState(false)
  const remove = async (): Promise<void> => {
    await svc.email.account.delete()
    await queries.invalidateQueries({ queryKey: ['email'] })
  }
  return (
    <>
      <Button variant="subtle" color="bad" size="compact-sm" onClick={() => setAsking(true)}>
        Disconnect the account
      </Button>
      {isAsking && (
        <Confirm verb="Disconnect account" onConfirm={remove} onClose={() => setAsking(false)}>
          The password is forgotten. What is in the mailbox stays there.
        </Confirm>
      )}
    </>
  )
}
