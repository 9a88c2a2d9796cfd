import type { Quota, SourceQualification } from '@desk/schema/sources/quals-quotas'
import { Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { countText } from '#ui/format/figures.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { WhyFigureButton } from '#kit/figure-changes/why-figure.tsx'
import { CellInput } from './cell-input.tsx'
import { conditionsWords, type AnswerNames } from './condition-words.ts'
import {
  remainderWords,
  type QuotaGroupValue,
  type QuotaLine,
  type QuotaValue,
  type Remainder,
} from './quota-values.ts'
import styles from './quotas.module.css'

/** The sheet's callbacks for its lines; the same object between renders. */
export interface QuotaActs {
  readonly changeGroup: (group: number, change: Partial<QuotaGroupValue>) => void
  readonly changeQuota: (line: { readonly group: number; readonly quota: number }, change: Partial<QuotaValue>) => void
  readonly askConditions: (line: QuotaLine) => void
  readonly addQuota: (group: number) => void
  readonly even: (group: number) => void
  readonly remove: (line: QuotaLine) => void
}

/** The lines' view of the source around them; the same object between renders. */
export interface QuotaContext {
  /** null: a new one, whose quotas count no one. */
  readonly sourceId: number | null
  readonly qualifications: readonly SourceQualification[]
  readonly labels: ReadonlyMap<string, string>
  readonly names: AnswerNames
  /** The counts of the stored quotas, by number. */
  readonly standing: ReadonlyMap<number, Pick<Quota, 'completes' | 'remaining' | 'target'>>
  /** Whether groups may have conditions and a target of their own (§6.10). */
  readonly mayNest: boolean
}

export interface LineFaults {
  readonly name: string | null
  readonly target: string | null
  readonly conditions: string | null
}

interface LineProps {
  readonly at: number
  readonly faults: LineFaults
  readonly context: QuotaContext
  readonly acts: QuotaActs
  readonly isBusy: boolean
}

interface ConditionsProps extends Pick<LineProps, 'faults' | 'isBusy'> {
  /** The line's name, for screen readers. */
  readonly label: string
  readonly words: string
  /** The text for no conditions. */
  readonly none: string
  readonly onPress: () => void
}

/** A line's conditions in words, as a button to change them. */
function Conditions({ label, words, none, onPress, faults, isBusy }: ConditionsProps) {
  return (
    <span className={styles['cell']}>
      <button
        type="button"
        className={styles['conditionsButton']}
        disabled={isBusy}
        onClick={onPress}
        aria-label={`${label}: ${words === '' ? none : words}`}
      >
        {words === '' ? none : words}
      </button>
      {faults.conditions === null ? null : <span className={styles['fault']}>{faults.conditions}</span>}
    </span>
  )
}

interface GroupLineProps extends LineProps {
  readonly group: QuotaGroupValue
  readonly remainder: Remainder
}

/**
 * The line of a group, with its quotas in one place: its name, their common conditions, its own target and its
 * remainder.
 */
export const GroupLine = memo(function GroupLine({
  at,
  group,
  remainder,
  faults,
  context,
  acts,
  isBusy,
}: GroupLineProps) {
  const shared = conditionsWords(group.conditions, context.labels, context.names)
  const called = group.name === '' ? `group ${at + 1}` : group.name
  return (
    <div className={styles['line']} data-group="">
      <CellInput
        label={`Name of group ${at + 1}`}
        value={group.name}
        onChange={name => acts.changeGroup(at, { name })}
        error={faults.name}
        isReadOnly={isBusy}
      />
      {context.mayNest || group.conditions.length > 0 ? (
        <Conditions
          label={`Conditions that the quotas of ${called} share`}
          words={shared}
          none="No shared condition"
          onPress={() => acts.askConditions({ group: at, quota: null })}
          faults={faults}
          isBusy={isBusy}
        />
      ) : (
        <span />
      )}
      {context.mayNest || group.target !== '' ? (
        <CellInput
          label={`Target of group ${called}`}
          value={group.target}
          onChange={typed => acts.changeGroup(at, { target: typed })}
          error={faults.target}
          isReadOnly={isBusy}
          isNumber
          placeholder="None"
        />
      ) : (
        <span />
      )}
      <span className={styles['left']} data-over={(remainder.left ?? 0) < 0 || undefined}>
        {remainderWords(remainder, group.target)}
      </span>
      <span className={styles['acts']}>
        <IconButton
          size="small"
          label={`Add a quota to ${called}`}
          isDisabled={isBusy}
          onPress={() => acts.addQuota(at)}
        >
          <Plus aria-hidden />
        </IconButton>
        <button
          type="button"
          className={styles['small']}
          disabled={isBusy || group.quotas.length === 0}
          onClick={() => acts.even(at)}
          aria-label={`Share the target evenly in ${called}`}
        >
          Even
        </button>
        <IconButton
          size="small"
          label={`Remove ${called}`}
          isDisabled={isBusy}
          onPress={() => acts.remove({ group: at, quota: null })}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </div>
  )
})

interface QuotaLineProps extends LineProps {
  readonly group: number
  readonly quota: QuotaValue
}

/** One quota: its name, conditions, target and counts. */
export const QuotaLineRow = memo(function QuotaLineRow({
  group,
  at,
  quota,
  faults,
  context,
  acts,
  isBusy,
}: QuotaLineProps) {
  const words = conditionsWords(quota.conditions, context.labels, context.names)
  const called = quota.name === '' ? `quota ${at + 1}` : quota.name
  const line = { group, quota: at }
  const came = quota.quota_no === undefined ? undefined : context.standing.get(quota.quota_no)
  return (
    <div className={styles['line']}>
      <CellInput
        label={`Name of quota ${at + 1} in group ${group + 1}`}
        value={quota.name}
        onChange={name => acts.changeQuota(line, { name })}
        error={faults.name}
        isReadOnly={isBusy}
      />
      <Conditions
        label={`Conditions of ${called}`}
        words={words}
        none="Choose who counts"
        onPress={() => acts.askConditions(line)}
        faults={faults}
        isBusy={isBusy}
      />
      <CellInput
        label={`Target of ${called}`}
        value={quota.target}
        onChange={typed => acts.changeQuota(line, { target: typed })}
        error={faults.target}
        isReadOnly={isBusy}
        isNumber
      />
      <span className={styles['left']}>
        {came === undefined || context.sourceId === null || quota.quota_no === undefined ? null : (
          <>
            <WhyFigureButton
              of={{ scope: 'source', id: context.sourceId, quota: quota.quota_no, figure: 'completes' }}
              name={called}
            >
              {countText(came.completes)}
            </WhyFigureButton>{' '}
            in, {countText(came.remaining)} to go
          </>
        )}
      </span>
      <span className={styles['acts']}>
        <IconButton size="small" label={`Remove ${called}`} isDisabled={isBusy} onPress={() => acts.remove(line)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </div>
  )
})
