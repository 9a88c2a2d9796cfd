import type { RecontactList, RecontactPerson } from '@desk/schema/recontact/recontact'
import type { Dispatch } from 'react'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { countText } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import styles from '../sources.module.css'
import { GivenId } from '#ui/given-id.tsx'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import type { RecontactChanges, RecontactEvent } from './recontact-changes.ts'

/** The people of one page. */
export const PEOPLE_PAGE = 50
/** The most unsaved respondents that are shown one by one. */
const NEW_SHOWN = 20

export interface RecontactPeopleProps {
  /** Whether the user changes the list. */
  readonly mayStore: boolean
  readonly list: RecontactList
  readonly changes: RecontactChanges
  readonly send: Dispatch<RecontactEvent>
  readonly offset: number
  readonly onOffset: (offset: number) => void
}

/** Who is added and not saved yet, and a page of the saved people with their links. */
export function RecontactPeople({ mayStore, list, changes, send, offset, onOffset }: RecontactPeopleProps) {
  const { people, rows } = list
  const { added, removed } = changes
  return (
    <>
      {added.length === 0 ? null : (
        <ul className={styles['targets']} aria-label="Added, not saved yet" role="list">
          {added.slice(0, NEW_SHOWN).map(rdud => (
            <li key={rdud}>
              <code>{rdud}</code>
              <Button size="small" onPress={() => send({ type: 'removed', rdud })} aria-label={`Leave out ${rdud}`}>
                Leave out
              </Button>
            </li>
          ))}
          {added.length > NEW_SHOWN ? <li>and {countText(added.length - NEW_SHOWN)} more</li> : null}
        </ul>
      )}
      {people === 0 ? null : (
        <>
          <table className={styles['tests']}>
            <caption>
              {`Listed respondents ${countText(offset + 1)} to ${countText(offset + rows.length)} of ${countText(people)}`}
            </caption>
            <thead>
              <tr>
                <th scope="col">Respondent</th>
                <th scope="col">RDUD</th>
                <th scope="col">Link</th>
                {mayStore ? <th scope="col">List</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map(person => (
                <Person
                  key={person.rdud}
                  person={person}
                  isRemoved={removed.includes(person.rdud)}
                  send={mayStore ? send : null}
                />
              ))}
            </tbody>
          </table>
          {people > PEOPLE_PAGE ? (
            <div className={styles['buttons']}>
              <Button onPress={() => onOffset(Math.max(0, offset - PEOPLE_PAGE))} isDisabled={offset === 0}>
                Earlier
              </Button>
              <Button onPress={() => onOffset(offset + PEOPLE_PAGE)} isDisabled={offset + rows.length >= people}>
                Later
              </Button>
            </div>
          ) : null}
        </>
      )}
    </>
  )
}

function Person({
  person: { rdud, rid, supplier, link, used_at: usedAt },
  isRemoved,
  send,
}: {
  readonly person: RecontactPerson
  readonly isRemoved: boolean
  /** Null: the user does not change the list. */
  readonly send: Dispatch<RecontactEvent> | null
}) {
  const zone = useZone()
  return (
    <tr>
      <th scope="row">
        <GivenId text={rid} />
        {supplier === undefined || supplier === null ? '' : ` · ${supplier.name}`}
      </th>
      <td>
        <code>{rdud}</code>
      </td>
      <td>
        {usedAt === null ? (
          <Button
            size="small"
            onPress={() => void copyText(link, `The link of ${withMarksNamed(rid)}`)}
            aria-label={`Copy the link of ${withMarksNamed(rid)}`}
          >
            Copy
          </Button>
        ) : (
          `used ${dateTimeText(Date.parse(usedAt), zone.name)}`
        )}
      </td>
      {send === null ? null : (
        <td>
          <Button
            size="small"
            variant="ghost"
            onPress={() => send({ type: isRemoved ? 'keptSaved' : 'removedSaved', rdud })}
            aria-label={`${isRemoved ? 'Keep' : 'Remove'} ${withMarksNamed(rid)}`}
          >
            {isRemoved ? 'Keep' : 'Remove'}
          </Button>
        </td>
      )}
    </tr>
  )
}
