import type { ReportView } from '@desk/schema/reports/report-view'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { ListViewsProps } from '#kit/saved-views/list-views.tsx'
import { viewsRequest } from '#kit/saved-views/views-request.ts'

// 'use no memo': part of the first load, where the compiler's additions are larger than the code here.

const ListViews = lazyPart(() => import('#kit/saved-views/list-views.tsx'), 'The saved views')

function ViewsAfterTheList(props: ListViewsProps) {
  'use no memo'
  useAfterFirstScreen()
  return <ListViews {...props} />
}

const NONE: readonly ReportView[] = []
const MANAGE = 'manage'

/** The views of a list: presets, saved ones, and what saves the present look (day.md §3). */
export function ViewMenu(props: Omit<ListViewsProps, 'isManaging' | 'onManage'>) {
  'use no memo'
  const { list, table } = props
  const [isManaging, setManaging] = useState(false)
  // read by the part that loads after the first screen
  const { data: saved = NONE } = useQuery({ ...viewsRequest(useDesk(), list), enabled: false })
  const { savedViewId: savedId } = table
  const items = [
    ...table.views.map(({ id, name }) => ({
      id,
      label: name,
      isCurrent: savedId === undefined && id === table.viewId,
    })),
    ...saved.map(({ report_view_ud: id, name, is_own, owner }) => ({
      id: String(id),
      label: name,
      isCurrent: id === savedId,
      ...(is_own ? {} : { description: owner === null ? 'Shared' : `Shared by ${owner}` }),
    })),
  ]
  return (
    <>
      <LazyMenu
        label="View"
        items={[...items, { id: MANAGE, label: 'Save or manage views' }]}
        onAction={id => (id === MANAGE ? setManaging(true) : table.setView(id))}
        placement="bottom end"
      >
        {trigger => (
          <Button {...trigger} icon={<ChevronDown aria-hidden />}>
            View: {items.find(({ isCurrent }) => isCurrent)?.label ?? 'Custom'}
          </Button>
        )}
      </LazyMenu>
      <Suspense fallback={null}>
        <ViewsAfterTheList {...props} isManaging={isManaging} onManage={setManaging} />
      </Suspense>
    </>
  )
}
