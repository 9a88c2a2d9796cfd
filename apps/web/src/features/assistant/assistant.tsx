import type { AssistantAnswer, AssistantSettings } from '@desk/schema/assistant/answer'
import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { countText } from '#ui/format/figures.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { Conversation } from './conversation.tsx'
import { Conversations } from './conversations.tsx'
import styles from './assistant.module.css'

const LISTED = 100
const TYPED_MAX_LENGTH = 1000

/** A link's text for the field; a number in the query comes as one. */
const typedIn = (asked: unknown): string =>
  typeof asked === 'string' || typeof asked === 'number' ? String(asked).slice(0, TYPED_MAX_LENGTH) : ''

interface AssistantScreenProps {
  crumbs?: readonly Crumb[]
  /** Tool calls are open. */
  isUnfolded?: boolean
}

/** The assistant (§1.4, assistant.md): the user's conversations, which one is open in the URL, and where its answers come from. */
export function AssistantScreen({ crumbs = [], isUnfolded = false }: AssistantScreenProps) {
  useAppTitle('Assistant')
  const desk = useDesk()
  const [search, change] = useUrlSearch()
  const openId = typeof search['conversation'] === 'number' ? search['conversation'] : null
  const typed = typedIn(search['ask'])
  const settings = useQuery(desk.query('assistant.settings', {}))
  const list = useQuery(desk.query('assistant.list', { query: { limit: LISTED } }))
  const detail = useQuery({
    ...desk.query('assistant.read', { params: { id: openId ?? 0 } }),
    enabled: openId !== null,
  })
  const open = (id: number | null) => change({ conversation: id ?? undefined, ask: undefined })
  const onAnswered = (answer: AssistantAnswer) => {
    const { queryKey } = desk.query('assistant.read', { params: { id: answer.conversation_id } })
    void desk.queryClient.invalidateQueries({ queryKey })
    if (answer.model !== undefined) void settings.refetch()
    void list.refetch()
    open(answer.conversation_id)
  }
  const onRemoved = (id: number) => {
    void list.refetch()
    if (id === openId) open(null)
  }
  const reads = oneRead([settings, list, ...(openId === null ? [] : [detail])])
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={crumbs}
        title="Assistant"
        actions={
          <Button icon={<MessageSquarePlus aria-hidden />} isDisabled={openId === null} onPress={() => open(null)}>
            New conversation
          </Button>
        }
      />
      {settings.data === undefined ? null : <WhereFrom settings={settings.data} />}
      {settings.data === undefined || list.data === undefined || (openId !== null && detail.data === undefined) ? (
        <NotLoaded query={reads} title="The assistant" label="Loading the conversation" height="48px" lines={4} />
      ) : (
        <div className={styles['columns']}>
          {list.data.length === 0 ? null : (
            <Conversations conversations={list.data} openId={openId} onOpen={open} onRemoved={onRemoved} />
          )}
          <Conversation
            key={`${openId ?? 'new'} ${typed}`}
            conversationId={openId}
            answers={openId === null ? [] : (detail.data?.answers ?? [])}
            settings={settings.data}
            typed={typed}
            isUnfolded={isUnfolded}
            onAnswered={onAnswered}
          />
        </div>
      )}
    </div>
  )
}

/** The answering service, and the data that leaves the desk. */
function WhereFrom({
  settings: { answers_by: by, model, service, sent, budget, kept_days: days },
}: {
  settings: AssistantSettings
}) {
  return (
    <details className={styles['whereFrom']}>
      <summary>
        {by === 'grammar'
          ? model === null
            ? 'Sample Desk answers by itself. No data leaves it.'
            : 'The desk answers by itself: this account may not use the model.'
          : `Answers by ${model ?? 'a model'}${service === null ? '' : ` at ${service}`}, with the desk’s own figures.`}
      </summary>
      {sent.length === 0 ? null : (
        <ul>
          {sent.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {budget === null ? null : (
        <p>
          The account has used {countText(budget.tokens_used)} of {countText(budget.tokens_a_month)} tokens this month
          (UTC), and may ask the model {countText(budget.questions_a_minute)} questions a minute. After that the desk
          answers by itself.
        </p>
      )}
      <p>
        Conversations are yours alone: they go {days === 1 ? 'a day' : `${days} days`} after their last question, or
        when you delete them. The assistant changes nothing by itself: what it proposes you confirm.
      </p>
    </details>
  )
}
