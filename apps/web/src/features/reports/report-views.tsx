import type { ReportType } from '@desk/schema/reports/report'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { SavedViews } from '#kit/saved-views/saved-views.tsx'
import { addressOfChoices } from './report-search.ts'

/** The saved views of a report behind a button. */
export function ReportViews({ type }: { type: ReportType }) {
  const [raw] = useUrlSearch()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Bookmark aria-hidden />} onPress={() => setOpen(true)}>
        Views
      </Button>
      <SavedViews
        type={type}
        noun="report"
        address={addressOfChoices(raw)}
        hrefOf={({ filters }) => `#/reports/${type}${filters === '' ? '' : `?${filters}`}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
