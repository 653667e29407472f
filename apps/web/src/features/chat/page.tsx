import { Button } from '@mantine/core'
import { useDocumentVisibility, useMediaQuery } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { hasPage, usePages } from '../../live/pages.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Drawer } from '../../ui/overlays/modal.tsx'
import { ModelMenu, ToolsMenu } from './composer/choice-menus.tsx'
import { Composer } from './composer/composer.tsx'
import type { Question } from './composer/composer.tsx'
import { useChoice } from './composer/use-choice.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { Suggestions } from './suggestions.tsx'
import { Thread } from './thread.tsx'
import { liveTurns, useLiveTurn } from './turn/live-turns.ts'
import type { TurnActions } from './turn/turn-view.tsx'
import { useConversation } from './use-messages.ts'
import classes from './chat.module.css'

/** Conversations with the agent: `/` begins one, `/c/{session_id}` goes on with it. */
export function ChatPage() {
  const { session_id: sessionId } = useParams({ strict: false })
  const navigate = useNavigate()
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const hasTools = hasPage(usePages(), '/tools')
  const [isListOpen, setListOpen] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBeginning, setBeginning] = useState(false)
  const open = useConversation(sessionId)
  const live = useLiveTurn(sessionId)
  const isBusy = live !== null && live.error === null
  useEffect(() => {
    setListOpen(false)
    setError(null)
  }, [sessionId])

  const { conversation } = open.data ?? {}
  const choosing = useChoice(conversation)
  const choose = (part: Parameters<typeof choosing.choose>[0]): void =>
    void attempt(choosing.choose(part)).catch(() => undefined)
  // A turn that another tab, another person or this page before its reload began.
  const running = conversation?.running_turn_id ?? null
  const isVisible = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (sessionId === undefined || !isVisible) return
    liveTurns.show(sessionId)
    return () => liveTurns.leave(sessionId)
  }, [sessionId, isVisible])
  const isLive = live !== null
  useEffect(() => {
    if (sessionId !== undefined && running !== null && isVisible && !isLive)
      liveTurns.join(sessionId, running).catch(setError)
  }, [sessionId, running, isVisible, isLive])

  const attempt = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => setError(null),
      (problem: unknown) => {
        setError(problem)
        throw problem
      },
    )

  const askIn = (id: string, { text, files }: Question): Promise<void> => {
    const attachments = files.flatMap(({ fileId }) => fileId ?? [])
    return liveTurns.start(id, { question: text, files: files.map(({ name }) => name) }, () =>
      svc.conversations.stream(id, text, attachments.length === 0 ? {} : { attachments }),
    )
  }
  const ask = async (question: Question): Promise<void> => {
    if (sessionId !== undefined) return askIn(sessionId, question)
    setBeginning(true)
    try {
      const { session_id: id } = await svc.conversations.create({ source: 'web', ...choosing.choice })
      try {
        await askIn(id, question)
      } catch (problem) {
        // Nothing was said in it. Where it cannot be taken away either, it stays as an empty one.
        await svc.conversations.delete(id).catch(() => undefined)
        throw problem
      }
      choosing.take()
      await navigate({ to: '/c/$session_id', params: { session_id: id } as never })
    } finally {
      setBeginning(false)
    }
  }

  const actions = useMemo<TurnActions>(() => {
    const id = sessionId ?? ''
    const say = (work: Promise<unknown>): void => void work.then(() => setError(null), setError)
    return {
      edit: async (question, text) => {
        const begun = liveTurns.start(id, { question: text, replaces: question.id }, () =>
          svc.conversations.edit(id, question.id, text, { stream: true }),
        )
        say(begun)
        await begun
      },
      regenerate: answer =>
        say(
          liveTurns.start(id, { question: null, replaces: answer.id }, () =>
            svc.conversations.regenerate(id, answer.id, { stream: true }),
          ),
        ),
      retry: () => say(liveTurns.start(id, { question: null }, () => svc.conversations.retry(id, { stream: true }))),
      show: messageId =>
        say(
          svc.conversations
            .activate(id, messageId)
            .then(() => queries.invalidateQueries({ queryKey: ['chat', 'messages', id] })),
        ),
    }
  }, [sessionId])

  const stop = (): void => {
    if (sessionId !== undefined) void attempt(liveTurns.stop(sessionId)).catch(() => undefined)
  }
  const editLast = (): void => {
    const buttons = document.querySelectorAll<HTMLButtonElement>('article[aria-label="You"] button')
    const edits = [...buttons].filter(button => button.textContent === 'Edit')
    edits.at(-1)?.click()
  }
  const draft = `chat:${sessionId ?? 'new'}`
  const title = conversation === undefined ? 'New conversation' : (conversation.title ?? 'New conversation')

  const list = <ConversationList openId={sessionId} />
  return (
    <Page
      title={title}
      bare
      keepsFocus
      actions={
        <div className={classes.top}>
          {!isWide && (
            <Button variant="default" size="compact-sm" onClick={() => setListOpen(true)}>
              Conversations
            </Button>
          )}
          {conversation !== undefined && <ConversationMenu conversation={conversation} onError={setError} />}
        </div>
      }
    >
      <div className={classes.page}>
        {isWide && <aside className={classes.aside}>{list}</aside>}
        <Drawer opened={isListOpen && !isWide} onClose={() => setListOpen(false)} title="Conversations" size={320}>
          {list}
        </Drawer>
        <div className={classes.main}>
          {sessionId === undefined ? (
            <div className={classes.start}>
              <h2>What would you like to know?</h2>
              <Suggestions
                isOff={isBeginning}
                onChoose={text => void attempt(ask({ text, files: [] })).catch(() => undefined)}
              />
            </div>
          ) : (
            <Loaded query={open} sketch={<RowsSketch />}>
              {data => (
                <Thread
                  key={sessionId}
                  sessionId={sessionId}
                  messages={data.messages}
                  earlier={open.earlier}
                  live={live}
                  actions={actions}
                />
              )}
            </Loaded>
          )}
          <div className={classes.foot}>
            {error !== null && <ErrorPanel error={error} />}
            <Composer
              key={draft}
              draft={draft}
              isBusy={isBusy}
              onSend={question => attempt(ask(question))}
              onStop={stop}
              onEditLast={editLast}
            >
              <ModelMenu choice={choosing.choice} onChoose={choose} />
              {hasTools && <ToolsMenu choice={choosing.choice} onChoose={choose} />}
            </Composer>
          </div>
        </div>
      </div>
    </Page>
  )
}
