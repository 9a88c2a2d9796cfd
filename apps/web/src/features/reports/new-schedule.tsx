import type { ReportScheduleForm, ScheduleEvery } from '@desk/schema/reports/report-schedule'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import views from '#kit/saved-views/saved-views.module.css'
import styles from './reports.module.css'
import { hourText, WEEKDAYS } from './schedule-words.ts'

const EVERY: Readonly<Record<ScheduleEvery, string>> = { daily: 'Day', weekly: 'Week', monthly: 'Month' }
const DAYS_OF_EVERY_MONTH = 28
const HOURS = 24

const optionsOf = (names: readonly string[]) => names.map((label, at) => ({ id: String(at), label }))
const EVERY_OPTIONS = Object.entries(EVERY).map(([id, label]) => ({ id, label }))
const HOUR_OPTIONS = optionsOf(Array.from({ length: HOURS }, (_, hour) => hourText(hour)))
const WEEKDAY_OPTIONS = optionsOf(WEEKDAYS)
const DAY_OPTIONS = optionsOf(Array.from({ length: DAYS_OF_EVERY_MONTH }, (_, at) => String(at + 1)))

const isEvery = (id: string): id is ScheduleEvery => id in EVERY

export interface NewScheduleProps {
  /** The report's. */
  label: string
  onSave: (form: Omit<ReportScheduleForm, 'type' | 'filters' | 'is_paused'>) => void
  isPending: boolean
}

/** The form for having the report mailed as it is shown. */
export function NewSchedule({ label, onSave, isPending }: NewScheduleProps) {
  const [name, setName] = useState(label)
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv')
  const [every, setEvery] = useState<ScheduleEvery>('weekly')
  const [hour, setHour] = useState('8')
  const [weekday, setWeekday] = useState('0')
  const [day, setDay] = useState('0')
  return (
    <form
      className={views['newView']}
      onSubmit={event => {
        event.preventDefault()
        onSave({
          name,
          format,
          every,
          local_hour: Number(hour),
          weekday: Number(weekday) + 1,
          day: Number(day) + 1,
        })
      }}
    >
      <TextField label="Name of a new emailed report" value={name} onChange={setName} maxLength={100} />
      <div className={styles['times']}>
        <NativeSelect
          label="File"
          options={[
            { id: 'csv', label: 'CSV' },
            { id: 'xlsx', label: 'XLSX' },
          ]}
          value={format}
          onChange={id => setFormat(id === 'xlsx' ? 'xlsx' : 'csv')}
        />
        <NativeSelect
          label="Every"
          options={EVERY_OPTIONS}
          value={every}
          onChange={id => isEvery(id) && setEvery(id)}
        />
        {every === 'weekly' ? (
          <NativeSelect label="On" options={WEEKDAY_OPTIONS} value={weekday} onChange={setWeekday} />
        ) : null}
        {every === 'monthly' ? (
          <NativeSelect label="On day" options={DAY_OPTIONS} value={day} onChange={setDay} />
        ) : null}
        <NativeSelect label="At, in your time zone" options={HOUR_OPTIONS} value={hour} onChange={setHour} />
      </div>
      <Button type="submit" variant="primary" isDisabled={name.trim() === ''} isPending={isPending}>
        Mail it to me
      </Button>
    </form>
  )
}
