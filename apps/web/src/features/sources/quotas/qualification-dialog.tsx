import type { Condition, SourceQualification } from '@desk/schema/sources/quals-quotas'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { FOUND_MAX, useFoundQualifications, type Locale } from './qualifications-of.ts'
import styles from './quotas.module.css'

export interface QualificationDialogProps {
  locale: Locale | null
  /** The edited one; null: the user searches for a new one. */
  qualification: SourceQualification | null
  /** Precodes that the source has already. */
  taken: readonly string[]
  onDone: (qualification: SourceQualification) => void
  onClose: () => void
}

interface Picked {
  readonly name: string
  readonly param: string
}

function conditionOf({ name: _name, ...condition }: SourceQualification): Condition {
  return condition
}

/** Finds a qualification of the account or the library, and chooses what of its answers passes. */
export default function QualificationDialog({
  locale,
  qualification,
  taken,
  onDone,
  onClose,
}: QualificationDialogProps) {
  const [picked, setPicked] = useState<Picked | null>(qualification)
  const [condition, setCondition] = useState<Condition | null>(
    qualification === null ? null : conditionOf(qualification),
  )
  const place = useRef<HTMLDivElement>(null)
  // the pressed button is gone with its step: keep the focus in the dialog
  useEffect(() => {
    if (picked !== null) place.current?.focus()
  }, [picked])
  return (
    <Dialog
      isOpen
      title={picked === null ? 'Add a qualification' : picked.name}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={picked === null || condition === null}
            onPress={() =>
              picked === null || condition === null ? undefined : onDone({ name: picked.name, ...condition })
            }
          >
            Done
          </Button>
        </>
      }
    >
      {picked === null ? (
        <Finder locale={locale} taken={taken} onPick={setPicked} />
      ) : (
        <div ref={place} tabIndex={-1} className={styles['step']}>
          <ConditionEditor param={picked.param} locale={locale} value={condition} onChange={setCondition} />
        </div>
      )}
    </Dialog>
  )
}

function Finder({
  locale,
  taken,
  onPick,
}: {
  readonly locale: Locale | null
  readonly taken: readonly string[]
  readonly onPick: (picked: Picked) => void
}) {
  const [search, setSearch] = useState('')
  const found = useFoundQualifications(locale, useDeferredValue(search), true)
  const list = found.data ?? []
  return (
    <div className={styles['choice']}>
      <TextField label="Name or precode" value={search} onChange={setSearch} autoComplete="off" autoFocus />
      {found.isError ? <p className={styles['bad']}>{failureMessage(found.error)}</p> : null}
      <ul role="list" aria-label="Qualifications" className={styles['found']} aria-busy={found.isFetching}>
        {list.map(({ qualifications_ud: id, qualifications_name: name, precode, is_library: isLibrary }) => (
          <li key={id}>
            <Button
              variant="ghost"
              isDisabled={taken.includes(precode)}
              onPress={() => onPick({ name, param: precode })}
            >
              {name}
            </Button>
            <span className={styles['note']}>
              {precode} · {taken.includes(precode) ? 'in this source already' : isLibrary ? 'library' : 'own'}
            </span>
          </li>
        ))}
      </ul>
      {found.isFetching || list.length > 0 ? null : (
        <p className={styles['note']}>
          Nothing matches in the country and language of this survey. Qualifications are made under Qualifications.
        </p>
      )}
      {list.length < FOUND_MAX ? null : (
        <p className={styles['note']}>More match than are shown: type more of the name.</p>
      )}
    </div>
  )
}
