import { REPORTS, type ReportType } from '@desk/schema/reports/report'
import type { ReportSchedule } from '@desk/schema/reports/report-schedule'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { showToast } from '#ui/toasts.ts'
import { momentText } from '#ui/format/moments.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { NewSchedule } from './new-schedule.tsx'
import { addressOfChoices } from './report-search.ts'
import views from '#kit/saved-views/saved-views.module.css'
import styles from './reports.module.css'
import { scheduleWords } from './schedule-words.ts'

const failed = (failure: unknown) => void showToast({ type: 'error', message: failureMessage(failure) })

/** When reports are mailed to the user, behind a button: to list, pause, delete, and to have this one mailed as it is shown. */
export function ReportSchedules({ type }: { type: ReportType }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarClock aria-hidden />} onPress={() => setOpen(true)}>
        Schedules
      </Button>
      <Dialog isOpen={isOpen} title="Emailed reports" onClose={() => setOpen(false)} isDismissable>
        {isOpen ? <ScheduleList type={type} /> : null}
      </Dialog>
    </>
  )
}

function ScheduleList({ type }: { type: ReportType }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const [raw] = useUrlSearch()
  const list = desk.query('reportSchedules.list', { query: { limit: 100 } })
  const read = useQuery({ ...list, staleTime: 0 })
  const { data } = read
  const refresh = () => void queries.invalidateQueries({ queryKey: list.queryKey })
  const create = useAct('reportSchedules.create', {
    onDone: ({ name }) => {
      void showToast({ type: 'success', message: `${name} will be mailed to you` })
      refresh()
    },
    onFailed: failed,
  })
  return (
    <div className={views['views']}>
      {data !== undefined ? (
        <ul className={views['viewList']} aria-label="Reports that are mailed to you">
          {data.map(schedule => (
            <ScheduleLine key={schedule.report_schedule_ud} schedule={schedule} onChanged={refresh} />
          ))}
        </ul>
      ) : (
        <NotLoaded query={read} title="The schedules" lines={3} />
      )}
      {data?.length === 0 ? <p className={styles['meaning']}>No emailed reports yet.</p> : null}
      <NewSchedule
        label={REPORTS[type].label}
        onSave={form => create.send({ payload: { ...form, type, filters: addressOfChoices(raw), is_paused: false } })}
        isPending={create.isPending}
      />
    </div>
  )
}

/** @param onChanged called when the list has to be read again */
function ScheduleLine({ schedule, onChanged }: { schedule: ReportSchedule; onChanged: () => void }) {
  const { api } = useDesk()
  const zone = useZone()
  const { report_schedule_ud: id, due_at, last_sent_at, fault, version, ...form } = schedule
  const { name, is_paused } = form
  const onFailed = (failure: unknown) => {
    failed(failure)
    // a stale edit shows the stored schedule
    onChanged()
  }
  const change = useAct('reportSchedules.update', { onDone: onChanged, onFailed })
  const removal = useAct('reportSchedules.remove', {
    undo: () => api.call('reportSchedules.create', { payload: form }),
    onDone: (_answer, _request, undo) => {
      void showToast({
        type: 'success',
        message: `${name} is no longer mailed`,
        action: { label: 'Undo', onPress: undo },
      })
      onChanged()
    },
    onUndone: onChanged,
    onFailed,
  })
  return (
    <li className={views['view']}>
      <div>
        <strong>{name}</strong>
        <p className={styles['meaning']}>
          {REPORTS[schedule.type].label}, {scheduleWords(schedule)}.{' '}
          {due_at === null ? 'Paused.' : `${fault === null ? 'Next' : 'Next try'}: ${momentText(due_at, zone.name)}.`}
          {last_sent_at === null ? '' : ` Last sent: ${momentText(last_sent_at, zone.name)}.`}
        </p>
        {fault === null ? null : <p className={styles['fault']}>Last time it was not sent: {fault}</p>}
      </div>
      <span className={views['viewActs']}>
        <Button
          aria-label={is_paused ? `Resume ${name}` : `Pause ${name}`}
          onPress={() => change.send({ params: { id }, payload: { ...form, version, is_paused: !is_paused } })}
          isPending={change.isPending}
        >
          {is_paused ? 'Resume' : 'Pause'}
        </Button>
        <IconButton
          label={`Delete ${name}`}
          onPress={() => removal.send({ params: { id } })}
          isDisabled={removal.isPending}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
