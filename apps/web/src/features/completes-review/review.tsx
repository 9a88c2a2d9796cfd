import {
  REVIEW_STATES,
  type FlaggedComplete,
  type ReviewDecision,
  type ReviewQueue,
  type ReviewState,
} from '@desk/schema/defender/review'
import { DEFENDER_CATALOGUE } from '@desk/schema/defender/rules'
import { DEFENDER_RULES, type DefenderRuleName } from '@desk/schema/respondents/door-rules'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL } from '#kit/tables/list-filter.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import type { RequestOf } from '#runtime/api/endpoints.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { useSingleKey } from '#runtime/hooks/use-single-key.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/format/moments.ts'
import { Kbd } from '#ui/kbd.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { FlaggedTable } from './flagged-table.tsx'
import styles from './review.module.css'
import { ToReconciliation } from './to-reconciliation.tsx'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The choices of the queue as the URL has them. */
interface ReviewChoices {
  readonly state: ReviewState
  readonly rule?: DefenderRuleName
  readonly project?: number
}

/** Every state, in the order of the screen. */
const REVIEW_STATE_IDS = Object.keys(REVIEW_STATES) as readonly ReviewState[] // Object.keys loses the key types

/** Reads the choices from the query; invalid ones are none. */
function readReviewChoices(raw: RawSearch): ReviewChoices {
  return {
    state: REVIEW_STATE_IDS.find(id => id === raw['state']) ?? 'pending',
    ...compact({ rule: DEFENDER_RULES.find(rule => rule === raw['rule']), project: idOf(raw['project']) }),
  }
}

/** Flagged completes, to be confirmed or dismissed one after the other (§2.27). */
export function ReviewScreen() {
  const user = useUser()
  return user === null ? null : <Queue user={user} />
}

const PAGE_ROWS = 50
const RULES = [
  { id: ALL, label: 'All rules' },
  ...DEFENDER_RULES.map(rule => ({ id: rule, label: DEFENDER_CATALOGUE[rule].label })),
]

function useQueue({ state, rule, project }: ReviewChoices) {
  const { api } = useDesk()
  return useInfiniteQuery({
    queryKey: ['review', state, rule, project],
    queryFn: ({ pageParam, signal }): Promise<ReviewQueue> =>
      api.call('reviews.queue', {
        query: {
          state,
          limit: PAGE_ROWS,
          ...(rule === undefined ? {} : { rule }),
          ...(project === undefined ? {} : { project }),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ReviewQueue) => next,
  })
}

function agreementText({ reviewed_twice: twice, agreed }: ReviewQueue['agreement']): string {
  if (twice === 0) return 'no complete has two reviews yet'
  return `${agreed} of ${twice} reviewed by two or more (${Math.round((agreed / twice) * 100)} %)`
}

function Queue({ user }: { user: CurrentUser }) {
  useAppTitle('Review')
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const choices = readReviewChoices(raw)
  const queue = useQueue(choices)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = queue
  const [said, setSaid] = useState<readonly { readonly rdud: string; readonly before: ReviewDecision | null }[]>([])
  const [at, setAt] = useState(0)
  const [readRule, setReadRule] = useState(choices.rule)
  // another list begins with its first
  if (readRule !== choices.rule) {
    setReadRule(choices.rule)
    setAt(0)
  }

  const first = data?.pages[0]
  const rows = data?.pages.flatMap(page => page.rows) ?? []
  const chosen = Math.min(at, Math.max(0, rows.length - 1))
  const current = rows[chosen]
  const own = ({ decisions }: FlaggedComplete): ReviewDecision | null =>
    decisions.find(({ uid }) => uid === user.uid)?.decision ?? null

  // the rows are read again before the next decision
  const perform = async (request: RequestOf<'reviews.decide'>) => {
    const answer = await desk.api.call('reviews.decide', request)
    await queries.invalidateQueries({ queryKey: ['review'] })
    return answer
  }
  const dropLast = () => setSaid(decisions => decisions.slice(0, -1))
  const store = useAct('reviews.decide', { perform, onFailed: dropLast })
  const back = useAct('reviews.decide', { perform, onDone: dropLast })
  const mayDecide = useMayCall('reviews.decide')
  const isBusy = store.isPending || back.isPending
  const decide = (decision: ReviewDecision) => {
    if (!mayDecide || current === undefined || isBusy || own(current) === decision) return
    setSaid([...said, { rdud: current.rdud, before: own(current) }])
    back.dismiss()
    store.send({ payload: { decisions: [{ rdud: current.rdud, decision }] } })
  }
  const last = said.at(-1)
  const undo = () => {
    if (last === undefined || isBusy) return
    store.dismiss()
    back.send({ payload: { decisions: [{ rdud: last.rdud, decision: last.before }] } })
  }
  const move = (by: 1 | -1) => setAt(Math.max(0, Math.min(rows.length - 1, chosen + by)))
  useSingleKey('j', () => move(1))
  useSingleKey('k', () => move(-1))
  useSingleKey('c', () => decide('confirmed'))
  useSingleKey('d', () => decide('dismissed'))
  useSingleKey('u', undo)

  const choose = (patch: Readonly<Record<string, string | number | undefined>>) => {
    setAt(0)
    change(patch)
  }
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Review"
        facts={[
          { name: 'Shows', value: 'completes of the last 65 days that a rule flagged and let in' },
          ...(first === undefined
            ? []
            : [
                { name: 'As of', value: momentText(first.as_of, zone.name) },
                { name: 'Agreement', value: agreementText(first.agreement) },
              ]),
        ]}
        actions={
          <SegmentedControl
            label="State"
            segments={REVIEW_STATE_IDS.map(id => ({ id, label: REVIEW_STATES[id].label }))}
            value={choices.state}
            onChange={id => choose({ state: id === 'pending' ? undefined : id })}
          />
        }
      />
      <div className={styles['tools']}>
        <FilterChips filters={[{ name: 'rule', label: 'Flagged by', options: RULES, chosen: choices.rule }]} />
        {choices.project === undefined ? null : (
          <Button onPress={() => choose({ project: undefined })}>All projects</Button>
        )}
        {mayDecide ? (
          <div className={styles['acts']} role="group" aria-label="The chosen complete">
            <Button onPress={() => decide('confirmed')} isDisabled={current === undefined}>
              Confirm
            </Button>
            <Button onPress={() => decide('dismissed')} isDisabled={current === undefined}>
              Dismiss
            </Button>
            <Button onPress={undo} isDisabled={last === undefined}>
              Undo
            </Button>
          </div>
        ) : null}
        <p className={styles['keys']}>
          <Kbd>J</Kbd> next <Kbd>K</Kbd> previous{' '}
          {mayDecide ? (
            <>
              <Kbd>C</Kbd> confirm the rule <Kbd>D</Kbd> dismiss the rule <Kbd>U</Kbd> undo
            </>
          ) : null}
        </p>
      </div>
      <CallFailure error={store.failure ?? back.failure} />
      {choices.state === 'confirmed' && rows.length > 0 ? <ToReconciliation rows={rows} user={user} /> : null}
      {first === undefined ? (
        <NotLoaded query={queue} title="The completes to review" height="40px" lines={6} />
      ) : rows.length === 0 && !hasNextPage ? (
        <EmptyState
          title={choices.state === 'pending' ? 'Nothing to review' : `No ${choices.state} completes`}
          icon={<ListChecks aria-hidden />}
        >
          {choices.state === 'pending'
            ? 'Completes wait here that a rule flagged without refusing them: set rules to Record only to have some.'
            : REVIEW_STATES[choices.state].meaning}
        </EmptyState>
      ) : (
        <>
          <FlaggedTable rows={rows} chosen={chosen} onChoose={setAt} zone={zone.name} />
          {hasNextPage ? (
            <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
              Show earlier ones
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}
