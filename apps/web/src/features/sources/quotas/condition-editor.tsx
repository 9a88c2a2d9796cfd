import { hasNoOptions, QUALIFICATION_TYPES } from '@desk/schema/qualifications/qualification-codes'
import type { Condition } from '@desk/schema/sources/quals-quotas'
import { useDeferredValue, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { numberOrNull, refusalOf } from '#kit/forms/typed-number.ts'
import { codesOf } from './condition-words.ts'
import { OptionList, type AnswerOption } from './option-list.tsx'
import { answerName, useWithAnswers, type Locale } from './qualifications-of.ts'
import styles from './quotas.module.css'

export interface ConditionEditorProps {
  /** The precode of the qualification. */
  param: string
  locale: Locale | null
  value: Condition | null
  /** null: nothing is chosen yet. */
  onChange: (condition: Condition | null) => void
  /** The source's own condition: a quota chooses only within it. */
  within?: Condition | undefined
}

/** The accepted answers: some of a qualification's answers, or a range of numbers (§3.25). */
export function ConditionEditor({ param, locale, value, onChange, within }: ConditionEditorProps) {
  const read = useWithAnswers(locale, param)
  if (read.isPending) return <Skeleton label="Loading the answers" height="28px" lines={4} />
  const codes = within?.in === undefined ? null : new Set(within.in)
  const options = (read.data?.options ?? [])
    .map((option): AnswerOption => ({ code: option.precode, name: answerName(option) }))
    .filter(({ code }) => codes === null || codes.has(code))
  const type = read.data?.qualification?.qualification_type_cd ?? null
  if (type !== null && !hasNoOptions(type) && options.length > 0)
    return <AnswerChoice param={param} options={options} value={value} onChange={onChange} />
  return (
    <>
      {read.data === undefined && read.error !== null ? (
        <p role="alert" className={styles['bad']}>
          Its answers did not load: {failureMessage(read.error)}{' '}
          <Button size="small" onPress={() => void read.refetch()} isPending={read.isFetching}>
            Try again
          </Button>
        </p>
      ) : null}
      <NumberChoice
        key={param}
        param={param}
        isListFirst={type !== QUALIFICATION_TYPES.numeric}
        value={value}
        onChange={onChange}
      />
    </>
  )
}

interface ChoiceProps {
  readonly param: string
  readonly value: Condition | null
  readonly onChange: (condition: Condition | null) => void
}

function AnswerChoice({
  param,
  options,
  value,
  onChange,
}: ChoiceProps & { readonly options: readonly AnswerOption[] }) {
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search.trim().toLowerCase())
  const shown =
    sought === ''
      ? options
      : options.filter(({ code, name }) => name.toLowerCase().includes(sought) || code.toLowerCase() === sought)
  const chosen = new Set(value?.in)
  const choose = (codes: ReadonlySet<string>) => {
    // in the order of the answers, whatever the order of choosing; a code that no answer has stays as it was
    const listed = options.flatMap(({ code }) => (codes.has(code) ? [code] : []))
    const known = new Set(options.map(({ code }) => code))
    const others = [...codes].filter(code => !known.has(code))
    const all = [...listed, ...others]
    onChange(all.length === 0 ? null : { param, in: all })
  }
  const toggle = (code: string) => {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    choose(next)
  }
  const shownCodes = shown.map(({ code }) => code)
  const shownSet = new Set(shownCodes)
  return (
    <div className={styles['choice']}>
      <div className={styles['find']}>
        <TextField label="Find an answer" value={search} onChange={setSearch} autoComplete="off" />
        <Button size="small" onPress={() => choose(new Set([...chosen, ...shownCodes]))}>
          Choose {sought === '' ? 'all' : 'these'}
        </Button>
        <Button
          size="small"
          variant="ghost"
          onPress={() => choose(new Set([...chosen].filter(code => !shownSet.has(code))))}
        >
          Clear
        </Button>
      </div>
      <OptionList label="Answers that pass" options={shown} chosen={chosen} onToggle={toggle} />
      <p className={styles['note']} role="status">
        {chosen.size} of {options.length} answers accepted
      </p>
    </div>
  )
}

type Way = 'range' | 'list'

const textOf = (limit: number | null | undefined): string =>
  limit === null || limit === undefined ? '' : String(limit)

function NumberChoice({ param, isListFirst, value, onChange }: ChoiceProps & { readonly isListFirst: boolean }) {
  const [way, setWay] = useState<Way>(
    value === null ? (isListFirst ? 'list' : 'range') : value.in === undefined ? 'range' : 'list',
  )
  const [from, setFrom] = useState(textOf(value?.min))
  const [to, setTo] = useState(textOf(value?.max))
  const [codes, setCodes] = useState((value?.in ?? []).join('\n'))
  const tell = (next: Way, limits: readonly [string, string], list: string) => {
    if (next === 'list') {
      const typed = codesOf(list)
      return onChange(typed.length === 0 ? null : { param, in: typed })
    }
    const [min, max] = [numberOrNull(limits[0]), numberOrNull(limits[1])]
    // half a typed range would admit respondents by mistake
    const isRefused = limits.some(limit => refusalOf(limit) !== undefined)
    onChange(isRefused || (min === null && max === null) ? null : { param, min, max })
  }
  const isTurned =
    numberOrNull(from) !== null && numberOrNull(to) !== null && (numberOrNull(from) ?? 0) > (numberOrNull(to) ?? 0)
  return (
    <div className={styles['choice']}>
      <SegmentedControl<Way>
        label="Accepted answers"
        segments={[
          { id: 'range', label: 'A range' },
          { id: 'list', label: 'A list' },
        ]}
        value={way}
        onChange={next => {
          setWay(next)
          tell(next, [from, to], codes)
        }}
      />
      {way === 'range' ? (
        <div className={styles['range']}>
          <TextField
            label="From"
            value={from}
            errorMessage={refusalOf(from)}
            inputMode="decimal"
            autoComplete="off"
            onChange={typed => {
              setFrom(typed)
              tell('range', [typed, to], codes)
            }}
          />
          <TextField
            label="To"
            value={to}
            inputMode="decimal"
            autoComplete="off"
            errorMessage={
              refusalOf(to) ?? (isTurned ? 'The range is empty: its end is below its beginning' : undefined)
            }
            onChange={typed => {
              setTo(typed)
              tell('range', [from, typed], codes)
            }}
          />
        </div>
      ) : (
        <TextField
          label="Answers that pass"
          description={`One to a line, or with commas between; paste as many as you like. ${codesOf(codes).length} so far.`}
          rows={6}
          value={codes}
          onChange={typed => {
            setCodes(typed)
            tell('list', [from, to], typed)
          }}
        />
      )}
    </div>
  )
}
