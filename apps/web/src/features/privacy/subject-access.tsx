import type { SubjectAccess } from '@desk/schema/privacy/subject-access'
import { SUBJECT_ROWS_MAX } from '@desk/schema/privacy/subject-access'
import { Download, Search, UserSearch } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './privacy.module.css'
import { SubjectRows } from './subject-rows.tsx'
import { useSuppliers } from './use-suppliers.ts'

/** The choice of an RDUD in place of a supplier. */
const BY_RDUD = 'rdud'

function Person({ found }: { readonly found: SubjectAccess }) {
  return (
    <>
      <div className={styles['tools']}>
        <h2 className={styles['title']}>
          {found.rid} · {found.supplier ?? 'No supplier'}
        </h2>
        <Button
          icon={<Download aria-hidden />}
          onPress={() => saveFile('respondent.json', JSON.stringify(found, null, 2), 'application/json')}
        >
          Download JSON
        </Button>
      </div>
      {found.is_partial ? (
        <Banner tone="info">A part has more than {SUBJECT_ROWS_MAX} rows. The latest are shown.</Banner>
      ) : null}
      <SubjectRows found={found} />
    </>
  )
}

/** Everything about one respondent, by a supplier’s ID or an RDUD. The ID is not in the address of the page, which the journal records. */
export function SubjectAccessPart() {
  const suppliers = useSuppliers()
  const [by, setBy] = useState(BY_RDUD)
  const [id, setId] = useState('')
  const look = useAct('subjectAccess.read')
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const named = id.trim()
    if (named === '') return
    look.send({ query: by === BY_RDUD ? { rdud: named } : { supplier_id: Number(by), rid: named } })
  }
  const found = look.answered?.answer
  return (
    <>
      <form className={styles['person']} onSubmit={ask} aria-label="Respondent">
        <NativeSelect
          label="Named by"
          options={[
            { id: BY_RDUD, label: 'RDUD' },
            ...(suppliers.data ?? []).map(({ pm_sup_ud: supplier, name }) => ({
              id: String(supplier),
              label: `ID of ${name}`,
            })),
          ]}
          value={by}
          onChange={setBy}
        />
        <TextField label={by === BY_RDUD ? 'RDUD' : 'Supplier ID'} value={id} onChange={setId} />
        <Button type="submit" variant="primary" icon={<Search aria-hidden />} isPending={look.isPending}>
          Look up
        </Button>
      </form>
      <CallFailure error={suppliers.error} />
      <CallFailure error={look.failure} />
      {found === undefined ? (
        <EmptyState title="No respondent chosen" icon={<UserSearch aria-hidden />}>
          Each lookup is an entry of the audit log.
        </EmptyState>
      ) : (
        <Person found={found} />
      )}
    </>
  )
}
