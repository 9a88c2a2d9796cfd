import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import type { NewAlertMute } from '@desk/schema/alerts/alert-mute'
import type { TodayItem, TodayPart } from '@desk/schema/today/today'
import { Ellipsis } from 'lucide-react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { askStatus } from '#kit/statuses/ask-status.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { countText } from '#ui/format/figures.ts'
import { sinceText } from '#ui/format/times.ts'
import { useHelpfulActs } from './helpful-acts.tsx'
import { itemActs, muteOf, openAct, partActs, respondentsPath, type AllAct, type TodayAct } from './today-acts.ts'
import { changedWords, completesWords, figureWords, moneyWords, placeWords, RISK_FORMULA } from './today-words.ts'
import styles from './today.module.css'

const RESPONDENTS = 'respondents'
const MUTE = {
  id: 'mute',
  label: 'Mute this kind here',
  description: 'For you alone, in the bell and the mail too',
} as const
const SNOOZES = [
  { id: 'hour', label: 'Snooze for an hour' },
  { id: 'tomorrow', label: 'Snooze until 8:00 tomorrow' },
  { id: 'end', label: 'Snooze until it changes', description: 'An edit, a change of status, or a new episode' },
] as const
export type TodayRest = (typeof SNOOZES)[number]['id']

interface ActsProps {
  readonly acts: readonly TodayAct[]
  /** The place, for the name of a button. */
  readonly name: string
  readonly hasPrimary: boolean
  readonly onAll: (act: AllAct) => void
}

function Acts({ acts, name, hasPrimary, onAll }: ActsProps) {
  const desk = useDesk()
  const mayChange = useMayCall('statuses.change')
  return acts
    .filter(act => mayChange || 'href' in act)
    .map((act, at) => {
      const variant = hasPrimary && at === 0 ? 'primary' : 'secondary'
      const isPrimary = variant === 'primary' || undefined
      const label = `${act.label}: ${name}`
      return 'href' in act ? (
        <a key={act.label} href={act.href} className={buttonClass(variant)} aria-label={label} data-primary={isPrimary}>
          {act.label}
        </a>
      ) : (
        <Button
          key={act.label}
          variant={variant}
          aria-label={label}
          {...(isPrimary ? { 'data-primary': true } : {})}
          onPress={() =>
            'chosen' in act ? onAll(act) : void askStatus(desk, { scope: act.scope, id: act.id, name, to: act.to })
          }
        >
          {act.label}
        </Button>
      )
    })
}

function Risk({ of }: { readonly of: TodayItem | TodayPart }) {
  const money = moneyWords(of)
  return (
    <div className={styles['risk']} title={RISK_FORMULA}>
      {money === undefined ? null : <strong>{money}</strong>}
      <span className={money === undefined ? undefined : styles['meta']}>{completesWords(of)}</span>
    </div>
  )
}

function Progress({ part }: { readonly part: TodayPart | undefined }) {
  if (part === undefined || part.completes === null || part.target === null || part.target === 0)
    return <div className={styles['progress']} />
  const text = `${countText(part.completes)} / ${countText(part.target)}`
  return (
    <div className={styles['progress']}>
      <span className={styles['meta']}>{text}</span>
      <ProgressBar label={`Completes of ${part.name}`} value={part.completes} target={part.target} text={null} />
    </div>
  )
}

/** One item of the queue: the place, since when, figures as of now, the change before, the risk and the acts. */
export function TodayItemRow({
  item,
  zone,
  nowMs,
  onSnooze,
  onMute,
  onAll,
}: {
  readonly item: TodayItem
  readonly zone: string
  readonly nowMs: number
  readonly onSnooze: (until: TodayRest) => void
  readonly onMute: (mute: NewAlertMute) => void
  readonly onAll: (act: AllAct) => void
}) {
  const [worst] = item.parts
  const name = placeWords(item)
  const isOne = item.part_count === 1
  const desk = useDesk()
  const helpful = useHelpfulActs(item, zone, nowMs)
  const snoozes = useMayCall('today.snooze') ? SNOOZES : []
  const respondents = respondentsPath(item)
  const mute = muteOf(item)
  const mayMute = useMayCall('alertMutes.create') && mute !== null
  const more = [
    ...(respondents === null ? [] : [{ id: RESPONDENTS, label: 'Respondents' }]),
    ...snoozes,
    ...(mayMute ? [MUTE] : []),
  ]
  return (
    <li className={styles['item']} data-kind={item.kind} data-today>
      <div className={styles['what']}>
        <a className={styles['place']} href={openAct(item).href}>
          {name} — {ALERT_KINDS[item.kind].label.toLowerCase()} since {sinceText(item.began_at, zone, nowMs)}
        </a>
        <span className={styles['facts']}>
          {figureWords(item, worst)}. <strong>{changedWords(item.changed, zone, nowMs)}</strong>
          {helpful.words === null ? null : ` ${helpful.words}`}
        </span>
        {isOne ? null : (
          <details className={styles['parts']}>
            <summary>Show the sources</summary>
            <ul>
              {item.parts.map(part => (
                <li key={part.place_id}>
                  <span className={styles['partName']}>{part.name}</span>
                  <Progress part={part} />
                  <Risk of={part} />
                  <span className={styles['acts']}>
                    <Acts acts={partActs(item, part)} name={part.name} hasPrimary={false} onAll={onAll} />
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Progress part={isOne ? worst : undefined} />
      <Risk of={item} />
      <div className={styles['acts']}>
        <Acts
          acts={[...helpful.acts, ...itemActs(item)]}
          name={isOne && worst !== undefined ? worst.name : name}
          hasPrimary
          onAll={onAll}
        />
        {more.length === 0 ? null : (
          <LazyMenu
            label={`More for ${name}`}
            items={more}
            onAction={id => {
              if (id === RESPONDENTS && respondents !== null) desk.history.push(respondents)
              const rest = SNOOZES.find(each => each.id === id)
              if (rest !== undefined) onSnooze(rest.id)
              if (id === MUTE.id && mute !== null) onMute(mute)
            }}
          >
            {trigger => (
              <IconButton {...trigger} label={`More for ${name}`} hasTooltip={false}>
                <Ellipsis aria-hidden />
              </IconButton>
            )}
          </LazyMenu>
        )}
      </div>
    </li>
  )
}
