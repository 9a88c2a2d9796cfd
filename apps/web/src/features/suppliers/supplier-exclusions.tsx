import type { SupplierExclusion } from '@desk/schema/exclusions/exclusion'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { isStale } from '#runtime/api/api-error.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { ExcludedProjects, type ListedProject } from '#kit/exclusions/excluded-projects.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './supplier-exclusions.module.css'

const SEARCH_LIMIT = 20

/** Where a supplier's respondents are not taken: from some projects (api:X5, X6), or from every project of the account (api:X7, X8). */
export function SupplierExclusions({ supplierId, name }: { readonly supplierId: number; readonly name: string }) {
  const desk = useDesk()
  const me = useUser()
  const read = useQuery({
    ...desk.query('exclusions.ofSupplier', { params: { id: supplierId } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (me === null) return null
  return (
    <section className={styles['panel']} aria-labelledby="supplier-exclusions">
      <div>
        <h2 id="supplier-exclusions">Exclusions</h2>
        <p className={styles['note']}>
          Respondents of an excluded supplier are terminated at the door, from the very next one on.
        </p>
      </div>
      <Loaded query={read} title="The exclusions" height="32px" lines={2}>
        {data => (
          <>
            <Everywhere accountId={me.pm_dsh_ud} exclusion={data} name={name} onDone={() => void read.refetch()} />
            <FromProjects key={data.version} exclusion={data} onReadAgain={() => void read.refetch()} />
          </>
        )}
      </Loaded>
    </section>
  )
}

interface EverywhereProps {
  readonly accountId: number
  readonly exclusion: SupplierExclusion
  readonly name: string
  readonly onDone: () => void
}

/** Excludes the supplier from every project, or takes that back. */
function Everywhere({ accountId, exclusion, name, onDone }: EverywhereProps) {
  const desk = useDesk()
  const me = useUser()
  const { pm_sup_ud: id, everywhere } = exclusion
  const params = { id: accountId }
  const account = useQuery({ ...desk.query('exclusions.ofAccount', { params }), enabled: false, gcTime: 0 })
  const change = useAct('exclusions.excludeForAccount', {
    onDone: ({ suppliers }) => {
      void showToast({
        type: 'success',
        message: suppliers.some(({ pm_sup_ud: other }) => other === id)
          ? `${name} is excluded from every project`
          : `${name} is not excluded from every project any more`,
      })
      onDone()
    },
  })
  const exclude = async (isExcluded: boolean) => {
    // the latest list: another user may have changed it
    const read = await account.refetch()
    if (!read.isSuccess) return
    const others = read.data.suppliers.map(({ pm_sup_ud: other }) => other).filter(other => other !== id)
    change.send({ params, payload: { suppliers: isExcluded ? [...others, id] : others, version: read.data.version } })
  }
  return (
    <>
      <Switch
        isSelected={everywhere}
        onChange={isExcluded => void exclude(isExcluded)}
        isDisabled={
          account.isFetching || change.isPending || me === null || !mayCall(me, 'exclusions.excludeForAccount')
        }
        description="Of this account, whatever the list below says."
      >
        Exclude from every project
      </Switch>
      <CallFailure error={account.error ?? change.failure} />
    </>
  )
}

interface FromProjectsProps {
  readonly exclusion: SupplierExclusion
  readonly onReadAgain: () => void
}

/** The projects that the supplier is excluded from. */
function FromProjects({ exclusion, onReadAgain }: FromProjectsProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const [projects, setProjects] = useState<readonly ListedProject[]>(exclusion.projects)
  const { pm_sup_ud: supplierId, version } = exclusion
  const save = useAct('exclusions.excludeSupplier', {
    onDone: saved => {
      queries.setQueryData(desk.query('exclusions.ofSupplier', { params: { id: supplierId } }).queryKey, saved)
      void queries.invalidateQueries({ queryKey: [HISTORY] })
      void showToast({ type: 'success', message: 'The exclusions are saved' })
    },
  })
  const isChanged = idsOf(projects) !== idsOf(exclusion.projects)
  return (
    <>
      <ExcludedProjects
        chosen={projects}
        onChange={setProjects}
        none="It is excluded from no single project."
        searchKey={['account']}
        search={async (words, signal) =>
          (await desk.api.call('projects.list', { query: { search: words, limit: SEARCH_LIMIT }, signal })).map(
            ({ pm_proj_ud, pm_proj_name: title, pm_proj_rep_num: number }) => ({ pm_proj_ud, name: title, number }),
          )
        }
      />
      <CallFailure error={save.failure} />
      <div className={styles['buttons']}>
        <Button
          onPress={() =>
            save.send({
              params: { id: supplierId },
              payload: { projects: projects.map(({ pm_proj_ud: id }) => id), version },
            })
          }
          isPending={save.isPending}
          isDisabled={!isChanged}
        >
          Apply exclusions
        </Button>
        {isStale(save.failure) ? <Button onPress={onReadAgain}>Show the stored ones</Button> : null}
      </div>
    </>
  )
}

const idsOf = (projects: readonly ListedProject[]): string =>
  projects
    .map(({ pm_proj_ud: id }) => id)
    .toSorted((one, other) => one - other)
    .join()
