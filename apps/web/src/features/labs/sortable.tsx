import { useQuery } from '@tanstack/react-query'
import { ListOrdered } from 'lucide-react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { usePreference } from '#runtime/hooks/use-preference.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Switch } from '#ui/switch.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { inOwnOrder, useOwnOrderSwitch, useOwnProjectOrder } from '#kit/own-order/own-order.ts'
import { figureColumns } from '#kit/tables/figure-columns.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { SortableList } from './sortable-list.tsx'
import styles from './labs.module.css'

const LISTED = 200
const NO_COLUMNS: readonly string[] = []
const isColumns = (kept: unknown): kept is readonly string[] =>
  Array.isArray(kept) && kept.every(id => typeof id === 'string')
/** The columns in front of each line of the list, before the figures. */
const NAME_AND_STATUS: readonly string[] = ['name', 'status']

/** The user's own order of projects and of the columns of their list, stored for the user in this browser (§2.16). */
export function SortableScreen() {
  useAppTitle('Own order')
  const read = useQuery(useDesk().query('projects.list', { query: { limit: LISTED } }))
  const [order, setOrder] = useOwnProjectOrder()
  const [isOn, setOn] = useOwnOrderSwitch()
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[{ label: 'Labs', href: '#/labs-1' }, { label: 'Own order' }]} title="Own order" />
      <p className={styles['meaning']}>
        Drag a line by its handle. By the keyboard: the right arrow leads from a line to its handle; Enter, the arrows,
        Enter again; Escape leaves it where it was.
      </p>
      <div className={styles['columns']}>
        <section aria-labelledby="own-projects">
          <h2 id="own-projects">Projects</h2>
          <Switch
            isSelected={isOn}
            onChange={setOn}
            description="While no column sorts it; on other lists nothing changes."
          >
            The project list is in my own order
          </Switch>
          <Loaded query={read} title="The projects">
            {data =>
              data.length === 0 ? (
                <EmptyState title="No projects yet" icon={<ListOrdered aria-hidden />}>
                  Projects appear here once you have created some.
                </EmptyState>
              ) : (
                <>
                  <SortableList
                    label="Projects in my own order"
                    items={inOwnOrder(data, order, ({ pm_proj_ud: id }) => id).map(
                      ({ pm_proj_ud: id, pm_proj_name: name }) => ({
                        id: String(id),
                        label: name,
                      }),
                    )}
                    onReorder={ids => {
                      setOrder(ids.map(Number))
                      setOn(true)
                    }}
                  />
                  {data.length === LISTED ? <p>These are the first {LISTED}; all others come after them.</p> : null}
                  <Button isDisabled={order.length === 0} onPress={() => setOrder([])}>
                    Forget my order
                  </Button>
                </>
              )
            }
          </Loaded>
        </section>
        <OwnColumns />
      </div>
    </div>
  )
}

function OwnColumns() {
  const view = useUser()?.streamViewType ?? 'external'
  const [own, setOwn] = usePreference('projects.own-columns', NO_COLUMNS, isColumns)
  const all = figureColumns(view, 'project').map(({ id, header }) => ({ id, label: header }))
  const known = new Map(all.map(column => [column.id, column]))
  const inOrder = [...own.flatMap(id => known.get(id) ?? []), ...all.filter(({ id }) => !own.includes(id))]
  return (
    <section aria-labelledby="own-columns">
      <h2 id="own-columns">Columns</h2>
      <p className={styles['meaning']}>
        <a href={`#/projects?cols=${[...NAME_AND_STATUS, ...inOrder.map(({ id }) => id)].join('.')}`}>
          Open the project list with these columns
        </a>
        , and save them there as a view.
      </p>
      <SortableList label="Columns in my own order" items={inOrder} onReorder={setOwn} />
      <Button isDisabled={own.length === 0} onPress={() => setOwn(NO_COLUMNS)}>
        Forget my columns
      </Button>
    </section>
  )
}
