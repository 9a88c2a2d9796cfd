import type { FlaggedComplete } from '@desk/schema/defender/review'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { saveCsv } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { projectsOf, rejectList } from './reject-list.ts'
import styles from './review.module.css'
import { isolated } from '#ui/format/isolated.ts'

/** Leads confirmed completes of a project to a reconciliation: they become a previewed request, which is stored there as any other. Who may not reconcile takes the list along as a file. */
export function ToReconciliation({
  rows,
  user,
}: {
  readonly rows: readonly FlaggedComplete[]
  readonly user: CurrentUser
}) {
  const navigate = useNavigate()
  const projects = projectsOf(rows.filter(({ code }) => code !== 50))
  const [asked, setAsked] = useState<string | null>(null)
  const project = projects.find(({ id }) => String(id) === asked) ?? projects[0]
  const preview = useAct('reconciliation.preview', {
    onDone: ({ request }) => void navigate({ href: `/projects/${request.pm_proj_ud}/reconciliation` }),
  })
  if (project === undefined) return null
  const list = rejectList(rows.filter(({ pm_proj_ud: id }) => id === project.id))
  return (
    <section className={styles['reject']} aria-label="Reject list">
      <NativeSelect
        label="Project"
        options={projects.map(({ id, name, count }) => ({ id: String(id), label: `${isolated(name)} (${count})` }))}
        value={String(project.id)}
        onChange={setAsked}
      />
      {may(user, 'reconcile') ? (
        <Button
          variant="primary"
          onPress={() =>
            preview.send({
              payload: { pm_proj_ud: project.id, text: list, mode: 'REJECT_LIST', note: 'Confirmed in Review' },
            })
          }
          isPending={preview.isPending}
        >
          Preview a reconciliation
        </Button>
      ) : null}
      <Button onPress={() => saveCsv(`reject-list-${project.id}.csv`, `rdud,reason_code\n${list}\n`)}>
        Download the reject list
      </Button>
      <p className={styles['meta']}>
        Of the completes shown here, each with its reason. Nothing is rejected before the request is stored on the
        project’s page of reconciliation, in its list of requests.
      </p>
      <CallFailure error={preview.failure} />
    </section>
  )
}
