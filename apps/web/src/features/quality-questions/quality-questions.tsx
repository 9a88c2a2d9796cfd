import type { QualityQuestion } from '@desk/schema/quality-questions/quality-question'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestionMark } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import type { ActRequest } from '#runtime/acts/open-act.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { Desk } from '#runtime/desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { announce } from '#ui/live-region.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { textOf } from '#kit/tables/table-search.ts'
import { QuestionList } from './question-list.tsx'
import styles from './quality-questions.module.css'

const QuestionDialog = lazyOverlay(
  async () => ({ default: (await import('./question-dialog.tsx')).QuestionDialog }),
  'The question',
  ({ onClosed }) => onClosed(),
)

const QuestionHistory = lazyOverlay(
  async () => ({ default: (await import('./question-history.tsx')).QuestionHistory }),
  'The history',
  ({ onClosed }) => onClosed(),
)

const KEY = ['qualityQuestions'] as const
const questionsQuery = ({ api }: Desk) => ({
  queryKey: KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readPages(page => api.call('qualityQuestions.list', { query: page, signal })),
})

function DeleteQuestion({ question, onClosed }: { readonly question: QualityQuestion; readonly onClosed: () => void }) {
  const queries = useQueryClient()
  return (
    <ConfirmAct
      call="qualityQuestions.remove"
      request={{ params: { id: question.pm_q_uid } }}
      question={{
        title: 'Delete quality question',
        lines: [`“${question.question}” is deleted, and those behind it close up.`],
        confirmLabel: 'Delete',
        tone: 'danger',
      }}
      doneText="The question was deleted"
      onDone={() => void queries.invalidateQueries({ queryKey: KEY })}
      onClosed={onClosed}
    />
  )
}

/** Moves a question to a place at once, and back if the call fails. */
function useMove() {
  const queries = useQueryClient()
  // one after the other: each place refers to the order before it
  const waiting = useRef<readonly ActRequest<'qualityQuestions.change'>[]>([])
  const stored = useRef<readonly QualityQuestion[]>([])
  const sendNext = (): void => {
    const [next] = waiting.current
    if (next === undefined) void queries.invalidateQueries({ queryKey: KEY })
    else act.send(next)
  }
  const act = useAct('qualityQuestions.change', {
    onDone: () => {
      waiting.current = waiting.current.slice(1)
      sendNext()
    },
    onFailed: failure => {
      waiting.current = []
      queries.setQueryData(KEY, stored.current)
      void showToast({ type: 'error', message: failureMessage(failure) })
      sendNext()
    },
  })
  return async (moved: QualityQuestion, to: number) => {
    await queries.cancelQueries({ queryKey: KEY })
    const before = queries.getQueryData<readonly QualityQuestion[]>(KEY) ?? []
    const from = before.findIndex(({ pm_q_uid }) => pm_q_uid === moved.pm_q_uid)
    const after = before.toSpliced(from, 1).toSpliced(to - 1, 0, moved)
    queries.setQueryData(
      KEY,
      after.map((each, at) => ({ ...each, sort_order_nbr: at + 1 })),
    )
    announce(`Question moved to place ${to} of ${before.length}`, 'status')
    // the call includes its text, without overwriting another user's: a move keeps the version, a new text does not
    const { pm_q_uid: id, language, question, version } = moved
    const payload = { language, question, sort_order_nbr: to, version }
    if (waiting.current.length === 0) stored.current = before
    waiting.current = [...waiting.current, { params: { id }, payload }]
    if (waiting.current.length === 1) sendNext()
  }
}

function Questions({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const [raw, change] = useUrlSearch()
  const words = textOf(raw['q']) ?? ''
  const questions = useQuery(questionsQuery(desk))
  const { data } = questions
  const languages = useQuery({ ...desk.query('lookups.languages', {}), staleTime: Number.POSITIVE_INFINITY })
  const move = useMove()
  /** The edited question of the dialog; null: a new one; undefined: it is closed. */
  const [edited, setEdited] = useState<QualityQuestion | null | undefined>(undefined)
  const [looked, setLooked] = useState<QualityQuestion | null>(null)
  const [removed, setRemoved] = useState<QualityQuestion | null>(null)
  const close = () => setEdited(undefined)
  const make = (
    <Button variant="primary" onPress={() => setEdited(null)}>
      New question
    </Button>
  )
  const found = words.toLowerCase()
  const shown = data?.filter(({ question, language_name }) =>
    `${question} ${language_name}`.toLowerCase().includes(found),
  )
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Quality questions"
        actions={data === undefined || data.length === 0 || languages.data === undefined ? null : make}
      />
      {data === undefined || shown === undefined || languages.data === undefined ? (
        <NotLoaded query={oneRead([questions, languages])} title="The quality questions" />
      ) : data.length === 0 ? (
        <EmptyState title="No quality questions yet" icon={<MessageCircleQuestionMark aria-hidden />} action={make}>
          A quality question tells an attentive respondent from another. This list has the account’s questions in the
          order in which respondents get them.
        </EmptyState>
      ) : (
        <div className={styles['list']} data-exported>
          <div className={styles['tools']}>
            <SearchField
              label="Search questions"
              value={words}
              onChange={q => change({ q: q === '' ? undefined : q }, true)}
            />
            {shown.length === 0 ? null : <ExportButton label="Quality questions" />}
          </div>
          {shown.length === 0 ? (
            <p className={styles['quiet']}>No question holds “{words}”.</p>
          ) : (
            <QuestionList
              questions={shown}
              count={data.length}
              onMove={move}
              onEdit={setEdited}
              onHistory={setLooked}
              onRemove={setRemoved}
            />
          )}
        </div>
      )}
      {edited === undefined || languages.data === undefined ? null : (
        <Suspense fallback={null}>
          <QuestionDialog
            key={edited?.pm_q_uid ?? 'new'}
            me={me}
            question={edited}
            languages={languages.data}
            onClosed={close}
            onSaved={() => {
              void queries.invalidateQueries({ queryKey: KEY })
              close()
            }}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {looked === null ? null : <QuestionHistory question={looked} onClosed={() => setLooked(null)} />}
      </Suspense>
      {removed === null ? null : <DeleteQuestion question={removed} onClosed={() => setRemoved(null)} />}
    </div>
  )
}

/** The quality questions of the account, in their order (§2.25, api:Y1), for its admins. */
export function QualityQuestionsScreen() {
  useAppTitle('Quality questions')
  const me = useUser()
  return me === null ? null : <Questions me={me} />
}
