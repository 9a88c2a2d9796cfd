import type { UseQueryResult } from '@tanstack/react-query'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { momentText } from '#ui/format/moments.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { csvOfChange } from './why-csv.ts'
import { betweenText, WhyActs } from './why-frame.tsx'
import { WhyParts, type RespondentsOf } from './why-parts.tsx'
import type { WhyMoments } from './why-spans.ts'
import type { ExplainedChange } from './why-words.ts'
import styles from './why.module.css'
import { isolated } from '#ui/format/isolated.ts'

export interface WhyAnswerProps {
  readonly read: Pick<UseQueryResult<ExplainedChange>, 'data' | 'error' | 'isFetching' | 'refetch'>
  readonly figure: { readonly label: string; readonly kind: string }
  /** Of what the figure is. */
  readonly nameOf: (change: ExplainedChange) => string
  /** Its place, such as in a report. */
  readonly place?: string
  /** How it counts, where that is not plain. */
  readonly note?: string
  readonly respondentsOf: RespondentsOf
  readonly fileName: string
  readonly moments: WhyMoments
  readonly onAgain: () => void
}

/** A change once it is here, with the ways to read it again and to take it along. */
export function WhyAnswer({
  read,
  figure,
  nameOf,
  place,
  note,
  respondentsOf,
  fileName,
  moments,
  onAgain,
}: WhyAnswerProps) {
  const zone = useZone()
  const { data, error, isFetching } = read
  if (error !== null || data === undefined) return <NotLoaded query={read} title="The change" height="32px" lines={6} />
  const name = nameOf(data)
  const between = betweenText(moments, zone.name)
  const taken = () => ({
    title: fileName,
    csv: csvOfChange(data, at => momentText(at, zone.name)),
    notes: [
      ['Figure', `${figure.label} of ${isolated(name)}`] as const,
      ...[place, note].flatMap(words => (words === undefined ? [] : [['Note', words] as const])),
      ['Between', between] as const,
    ],
  })
  return (
    <>
      <div>
        <h3 className={styles['name']}>{name}</h3>
        {place === undefined ? null : <p className={styles['zone']}>{place}</p>}
        <p className={styles['zone']}>{between}</p>
        {note === undefined ? null : <p className={styles['zone']}>{note}</p>}
      </div>
      <WhyParts change={data} figure={figure} respondentsOf={respondentsOf} zone={zone.name} />
      <WhyActs isReading={isFetching} onAgain={onAgain} read={taken} />
    </>
  )
}
