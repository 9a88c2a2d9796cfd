import { featureRefusal } from '@desk/schema/features/features'
import { may } from '@desk/schema/permissions/permissions'
import type { Condition, QuotaGroup } from '@desk/schema/sources/quals-quotas'
import { isNested, QUOTAS_MAX } from '@desk/schema/sources/quals-quotas'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useUser } from '#runtime/hooks/use-session.ts'
import { lazyOverlay, lazyPart } from '#ui/lazy/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Fault } from '#kit/forms/field-notes.tsx'
import { FieldSlot } from '#kit/forms/field-slot.tsx'
import { textIn } from '#kit/forms/field-kinds.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import type { AnswerNames } from './condition-words.ts'
import { gridIn } from './grid/quota-grid.ts'
import { useQuotaGrid } from './grid/use-quota-grid.ts'
import { qualificationsIn } from './qualifications-field.tsx'
import type { Locale } from './qualifications-of.ts'
import { QuotaSheet, type QuotaSheetHandle } from './quota-sheet.tsx'
import type { QuotaActs, QuotaContext } from './quota-line.tsx'
import {
  evenGroup,
  groupOfAnswers,
  leftFor,
  quotaWire,
  remainders,
  remainderWords,
  withGroup,
  withoutGroup,
  withoutQuota,
  withQuota,
  type QuotaGroupValue,
  type QuotaLine,
} from './quota-values.ts'
import { useDeferredField } from './use-deferred-field.ts'
import styles from './quotas.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SourceFormSent } from '../source-plan.ts'

const { useFormField, useFormValue } = formFields<SourceFormSent>()

const ConditionsDialog = lazyOverlay(
  () => import('./conditions-dialog.tsx'),
  'The conditions',
  ({ onClose }) => onClose(),
)

const GridEditor = lazyPart(() => import('./grid/grid-editor.tsx'), 'The grid of quotas')
const VIEWS = [
  { id: 'grid', label: 'Grid' },
  { id: 'list', label: 'List' },
] as const

export interface QuotasFieldProps {
  /** Of a field of kind 'data': groups as quota-values.ts has them. */
  name: 'quota_groups'
  locale: Locale | null
  names: AnswerNames
  /** null: a new source. */
  sourceId: number | null
  /** The stored quotas, for their counts. */
  stored: readonly QuotaGroup[]
  handle: React.Ref<QuotaSheetHandle>
}

const NEW_QUOTA = { name: '', conditions: [], target: '' } as const
const EMPTY_GROUP: QuotaGroupValue = { name: '', conditions: [], target: '', quotas: [NEW_QUOTA] }

const whole = (typed: string): number => {
  const number = numberOrNull(typed)
  return number !== null && Number.isInteger(number) ? number : 0
}

/** Nested quotas over the source's qualifications, with the remainders of Target (N) and of each group's own target while typing. */
export function QuotasField({ name, locale, names, sourceId, stored, handle }: QuotasFieldProps) {
  const field = useFormField(name)
  const { value: groups, change, flush } = useDeferredField<readonly QuotaGroupValue[]>(field)
  const target = textIn(useFormValue('respondents'))
  const qualificationsValue = useFormValue('qualifications')
  const me = useUser()
  const mayNest = me !== null && may(me, 'nest quotas')
  const mayAddGroup = mayNest || groups.length === 0
  const context = useMemo((): QuotaContext => {
    const qualifications = qualificationsIn(qualificationsValue)
    return {
      sourceId,
      qualifications,
      labels: new Map(qualifications.map(qualification => [qualification.param, qualification.name])),
      names,
      standing: new Map(stored.flatMap(({ quotas }) => quotas.map(quota => [quota.quota_no, quota]))),
      mayNest,
    }
  }, [sourceId, qualificationsValue, names, stored, mayNest])
  const [view, setView] = useState<(typeof VIEWS)[number]['id']>(() =>
    groups.length > 0 && 'grid' in gridIn(groups, context.labels, names) ? 'grid' : 'list',
  )
  const open = useQuotaGrid({ groups, change, flush, context, target, stored })
  const isGrid = view === 'grid' && open.grid !== null
  const [asked, setAsked] = useState<QuotaLine | null>(null)
  const left = remainders(target, groups)
  const sourceTarget = useRef('')
  useEffect(() => {
    sourceTarget.current = target
  }, [target])
  const [acts] = useState((): QuotaActs => ({
    changeGroup: (group, changed) => change(now => withGroup(now, group, changed)),
    changeQuota: (line, changed) => change(now => withQuota(now, line, changed)),
    askConditions: setAsked,
    addQuota: group => change(now => withGroup(now, group, { quotas: [...(now[group]?.quotas ?? []), NEW_QUOTA] })),
    even: group =>
      change(now =>
        now[group] === undefined
          ? now
          : evenGroup(now, group, whole(now[group].target) || leftFor(sourceTarget.current, now, group)),
      ),
    remove: ({ group, quota }) =>
      change(now => (quota === null ? withoutGroup(now, group) : withoutQuota(now, { group, quota }))),
  }))
  const count = groups.reduce((sum, { quotas }) => sum + quotas.length, 0)
  const makeOf = (param: string) => {
    const qualification = context.qualifications.find(each => each.param === param)
    if (qualification === undefined) return
    const known = names.get(param)
    const answers = (qualification.in ?? [])
      .slice(0, QUOTAS_MAX)
      .map(code => ({ code, name: known?.get(code) ?? code }))
    change(now => [
      ...now,
      answers.length === 0
        ? { ...EMPTY_GROUP, name: qualification.name }
        : groupOfAnswers(qualification, answers, leftFor(target, now)),
    ])
  }
  return (
    <FieldSlot field={field} isWide>
      <div
        className={styles['quotas']}
        onBlur={flush}
        onKeyDown={event => {
          // Enter submits the form: give it the last typed text first
          if (event.key === 'Enter') flush()
        }}
      >
        <div>
          <SegmentedControl label="Quotas as" segments={VIEWS} value={view} onChange={setView} />
        </div>
        {view === 'grid' && open.why !== null ? (
          <p className={styles['note']} role="note">
            These quotas are no grid. {open.why}
          </p>
        ) : null}
        {isGrid ? (
          <Suspense fallback={null}>
            <GridEditor open={open} groups={groups} context={context} stored={stored} field={field} handle={handle} />
          </Suspense>
        ) : groups.length === 0 ? (
          <p className={styles['note']}>
            Without quotas the source takes every respondent who qualifies, up to Target (N).
          </p>
        ) : (
          <>
            <div className={styles['heads']} aria-hidden>
              <span>Name</span>
              <span className={styles['whoHead']}>Conditions</span>
              <span className={styles['number']}>Target</span>
              <span>Completes</span>
            </div>
            <QuotaSheet
              groups={groups}
              remainders={left.groups}
              field={field}
              context={context}
              acts={acts}
              handle={handle}
            />
            <p className={styles['sum']} role="status" data-over={(left.source.left ?? 0) < 0 || undefined}>
              {count} {count === 1 ? 'quota' : 'quotas'} ·{' '}
              {remainderWords(left.source, target === '' ? 'Target (N)' : `Target (N) ${target}`)}
            </p>
          </>
        )}
        {!mayNest && isNested(quotaWire(groups)) ? (
          <p className={styles['note']} role="note">
            {featureRefusal('nested_quota')} The stored quotas still apply; to save a change here, leave one group
            without shared conditions or a target of its own.
          </p>
        ) : null}
        {mayAddGroup && !isGrid ? (
          <div className={styles['buttons']}>
            <LazyMenu
              label="Add quotas from"
              heading="One quota for each answer that passes"
              items={context.qualifications.map(({ param, name: label }) => ({ id: param, label, description: param }))}
              onAction={makeOf}
            >
              {trigger => (
                <Button {...trigger} isDisabled={field.isBusy || context.qualifications.length === 0}>
                  Add quotas from a qualification
                </Button>
              )}
            </LazyMenu>
            <Button onPress={() => change(now => [...now, EMPTY_GROUP])} isDisabled={field.isBusy}>
              Add a group
            </Button>
          </div>
        ) : null}
        <Fault>{field.error}</Fault>
      </div>
      <Suspense fallback={null}>
        {asked === null ? null : (
          <AskedConditions
            asked={asked}
            groups={groups}
            context={context}
            locale={locale}
            acts={acts}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </FieldSlot>
  )
}

interface AskedProps {
  readonly asked: QuotaLine
  readonly groups: readonly QuotaGroupValue[]
  readonly context: QuotaContext
  readonly locale: Locale | null
  readonly acts: QuotaActs
  readonly onClose: () => void
}

function AskedConditions({ asked, groups, context, locale, acts, onClose }: AskedProps) {
  const group = groups[asked.group]
  const quota = asked.quota === null ? undefined : group?.quotas[asked.quota]
  if (group === undefined) return null
  const conditions = quota?.conditions ?? group.conditions
  const done = (next: readonly Condition[]) => {
    if (asked.quota === null) acts.changeGroup(asked.group, { conditions: next })
    else acts.changeQuota({ group: asked.group, quota: asked.quota }, { conditions: next })
    onClose()
  }
  return (
    <ConditionsDialog
      title={
        quota === undefined
          ? `Shared conditions of ${group.name || 'the group'}`
          : `Conditions of ${quota.name || 'this quota'}`
      }
      locale={locale}
      conditions={conditions}
      qualifications={context.qualifications}
      taken={quota === undefined ? [] : group.conditions.map(({ param }) => param)}
      names={context.names}
      onDone={done}
      onClose={onClose}
    />
  )
}
