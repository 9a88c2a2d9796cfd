import { may } from '@desk/schema/permissions/permissions'
import {
  QUALIFICATION_CATEGORY_ITEMS,
  QUALIFICATION_CLASS_ITEMS,
  QUALIFICATION_TYPE_ITEMS,
} from '@desk/schema/qualifications/qualification-codes'
import type { Qualification } from '@desk/schema/qualifications/qualification'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { codeOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { QUALIFICATIONS } from './qualification-cache.ts'
import { qualificationColumns } from './qualification-columns.tsx'
import { readFilters, readShelf, type Shelf } from './qualification-search.ts'
import styles from './qualifications.module.css'
import { useCopy } from './use-copy.ts'

const CALLS = { own: 'qualifications.list', library: 'qualifications.library' } as const
const LABELS = { own: 'Qualifications', library: 'Qualification library' } as const

interface ShelfListProps {
  readonly shelf: Shelf
  readonly mayWrite: boolean
  readonly mayExport: boolean
}

function ShelfList({ shelf, mayWrite, mayExport }: ShelfListProps) {
  const desk = useDesk()
  const [raw, change] = useUrlSearch()
  const { type, category, class: classCode } = readFilters(raw)
  // api:Q5, api:Q13
  const rows = useListRows<Qualification>({
    queryKey: [QUALIFICATIONS, shelf],
    readPage: (query, signal) => desk.api.call(CALLS[shelf], { query, signal }),
    idOf: ({ qualifications_ud }) => qualifications_ud,
  })
  const { copy } = useCopy()
  const mayCopy = shelf === 'library' && mayWrite
  const columns = useMemo(() => qualificationColumns(mayCopy ? copy : null), [mayCopy, copy])
  const filters: readonly ListFilter<Qualification>[] = [
    {
      name: 'type',
      label: 'Type',
      options: codeOptions('All types', QUALIFICATION_TYPE_ITEMS),
      chosen: type,
      keeps: row => row.qualification_type_cd === type,
    },
    {
      name: 'category',
      label: 'Category',
      options: codeOptions('All categories', QUALIFICATION_CATEGORY_ITEMS),
      chosen: category,
      keeps: row => row.qualification_category_cd === category,
    },
    {
      name: 'class',
      label: 'Class',
      options: codeOptions('All classes', QUALIFICATION_CLASS_ITEMS),
      chosen: classCode,
      keeps: row => row.qualification_class_cd === classCode,
    },
  ]
  return (
    <ListTable
      name="qualifications"
      label={LABELS[shelf]}
      rows={rows}
      columns={columns}
      filters={filters}
      mayExport={mayExport}
      empty={
        <EmptyState
          title="No qualifications of your own yet"
          icon={<ListChecks aria-hidden />}
          action={
            <span className={styles['row']}>
              {mayWrite ? <NewQualification /> : null}
              <Button onPress={() => change({ shelf: 'library' })}>Open the library</Button>
            </span>
          }
        >
          A qualification asks a respondent something, and says which answers let them in. The common ones are in the
          library; your own show here.
        </EmptyState>
      }
    />
  )
}

function NewQualification() {
  return (
    <a className={buttonClass('primary')} href="#/qualifications/new">
      New qualification
    </a>
  )
}

function QualificationLists({ me }: { readonly me: CurrentUser }) {
  const [raw, change] = useUrlSearch()
  const shelf = readShelf(raw)
  const mayWrite = mayCall(me, 'qualifications.create')
  const mayExport = may(me, 'download qualifications')
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Qualifications" actions={mayWrite ? <NewQualification /> : null} />
      <Tabs
        label="Qualifications"
        value={shelf}
        onChange={chosen => change({ shelf: chosen === 'own' ? undefined : chosen })}
        tabs={[
          {
            id: 'own',
            label: 'Your account',
            content: shelf === 'own' ? <ShelfList shelf="own" mayWrite={mayWrite} mayExport={mayExport} /> : null,
          },
          {
            id: 'library',
            label: 'Library',
            content:
              shelf === 'library' ? <ShelfList shelf="library" mayWrite={mayWrite} mayExport={mayExport} /> : null,
          },
        ]}
      />
    </div>
  )
}

/** The qualifications of the account, and the library that every account has (§2.14). */
export function QualificationListScreen() {
  useAppTitle('Qualifications')
  const me = useUser()
  return me === null ? null : <QualificationLists me={me} />
}
