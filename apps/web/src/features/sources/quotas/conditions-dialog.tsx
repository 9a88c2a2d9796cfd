import type { Condition, SourceQualification } from '@desk/schema/sources/quals-quotas'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { answersWords, type AnswerNames } from './condition-words.ts'
import type { Locale } from './qualifications-of.ts'
import styles from './quotas.module.css'

export interface ConditionsDialogProps {
  title: string
  locale: Locale | null
  conditions: readonly Condition[]
  /** The source's own: what a quota is made of. */
  qualifications: readonly SourceQualification[]
  /** Precodes that the group above has conditions on. */
  taken: readonly string[]
  names: AnswerNames
  onDone: (conditions: readonly Condition[]) => void
  onClose: () => void
}

/** The conditions of a quota: for each qualification of the source, some of its answers or a part of its range. */
export default function ConditionsDialog({
  title,
  locale,
  conditions: begun,
  qualifications,
  taken,
  names,
  onDone,
  onClose,
}: ConditionsDialogProps) {
  const [conditions, setConditions] = useState(begun)
  const free = qualifications.filter(({ param }) => !taken.includes(param))
  const [param, setParam] = useState(begun[0]?.param ?? free[0]?.param ?? null)
  const own = qualifications.find(qualification => qualification.param === param)
  const set = (condition: Condition | null) => {
    const others = conditions.filter(each => each.param !== param)
    setConditions(
      condition === null
        ? others
        : conditions.some(each => each.param === param)
          ? conditions.map(each => (each.param === param ? condition : each))
          : [...others, condition],
    )
  }
  const labelOf = (of: string) => qualifications.find(qualification => qualification.param === of)?.name ?? of
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={() => onDone(conditions)}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles['choice']}>
        {conditions.length === 0 ? null : (
          <ul role="list" aria-label="Conditions" className={styles['conditions']}>
            {conditions.map(condition => (
              <li key={condition.param}>
                <span>
                  <strong>{labelOf(condition.param)}</strong>: {answersWords(condition, names)}
                </span>
                <Button
                  size="small"
                  variant="ghost"
                  onPress={() => setConditions(conditions.filter(each => each !== condition))}
                  aria-label={`Remove ${labelOf(condition.param)}`}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {free.length === 0 ? (
          <p className={styles['note']}>
            {qualifications.length === 0
              ? 'Quotas are made of the source’s qualifications: add one first.'
              : 'The group has conditions on all qualifications of this source.'}
          </p>
        ) : (
          <Select
            label="Qualification"
            options={free.map(({ param: id, name }) => ({ id, label: name, description: id }))}
            value={param}
            onChange={setParam}
          />
        )}
        {param === null || own === undefined ? null : (
          <ConditionEditor
            key={param}
            param={param}
            locale={locale}
            value={conditions.find(each => each.param === param) ?? null}
            onChange={set}
            within={own}
          />
        )}
      </div>
    </Dialog>
  )
}
