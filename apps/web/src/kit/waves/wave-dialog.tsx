import { faultsOf } from '@desk/machines/form/form.fields'
import { WaveForm, type WavePreview, type WaveSurvey } from '@desk/schema/projects/wave'
import { STATUS_CODES, STATUS_LABELS } from '@desk/schema/statuses/status'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { SendingDialog } from '#kit/forms/sending-dialog.tsx'
import { instantOf, wallTimeIn } from '#kit/forms/wall-times.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { fieldErrorsOf } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { momentText } from '#ui/format/moments.ts'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { leftOutLines, nextWaveName, surveyText, waveText } from './wave-words.ts'
import styles from './waves.module.css'

const DAY_MS = 86_400_000
const FIELDS = ['pm_proj_name', 'pm_proj_rep_num', 'shift_days', 'pm_sy_uds'] as const

interface WaveDialogProps {
  readonly projectId: number
  readonly name: string
  readonly onClose: () => void
}

/** Duplicates a project with its surveys and their sources as a new wave, a draft (docs/decisions/0098). */
export default function WaveDialog({ projectId, name, onClose }: WaveDialogProps) {
  const read = useQuery({
    ...useDesk().query('projects.readWave', { params: { id: projectId } }),
    staleTime: 0,
    gcTime: 0,
  })
  const title = `New wave from ${name}`
  if (read.data !== undefined) return <WaveFields title={title} preview={read.data} onClose={onClose} />
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <NotLoaded query={read} title="The surveys" lines={4} />
    </Dialog>
  )
}

function WaveFields({
  title,
  preview,
  onClose,
}: {
  readonly title: string
  readonly preview: WavePreview
  readonly onClose: () => void
}) {
  const desk = useDesk()
  const [name, setName] = useState(() => nextWaveName(preview.pm_proj_name))
  const [number, setNumber] = useState(preview.pm_proj_rep_num)
  const [days, setDays] = useState(String(preview.shift_days))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(preview.surveys.filter(({ statusid }) => statusid !== STATUS_CODES.cancelled).map(idOf)),
  )
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({})
  const surveys = preview.surveys.filter(survey => chosen.has(idOf(survey)))
  const make = useAct('projects.makeWave', {
    onDone: wave => {
      void showToast({ type: 'success', message: `${wave.pm_proj_name} is a draft with ${waveText(surveys)}` })
      desk.history.push(`/projects/${wave.pm_proj_ud}/survey`)
      onClose()
    },
    onFailed: failure => setFaults(fieldErrorsOf(failure)),
  })
  const form = {
    pm_proj_name: name,
    pm_proj_rep_num: number,
    ...(days.trim() === '' ? {} : { shift_days: Number(days) }),
    pm_sy_uds: surveys.map(idOf),
  }
  const submit = () => {
    const found = Object.fromEntries(faultsOf(WaveForm, form).map(({ path, message }) => [path[0], message]))
    setFaults(found)
    make.dismiss()
    if (Object.keys(found).length === 0)
      // judged by the same schema just now
      make.send({ params: { id: preview.pm_proj_ud }, payload: form as WaveForm })
  }
  const choose = (ids: readonly number[], isChosen: boolean) => {
    setChosen(before => new Set([...[...before].filter(id => !ids.includes(id)), ...(isChosen ? ids : [])]))
    setFaults(before => ({ ...before, pm_sy_uds: undefined }))
  }
  return (
    <SendingDialog
      title={title}
      sendLabel="Create the wave"
      isPending={make.isPending}
      onSubmit={submit}
      onClosed={onClose}
    >
      <TextField
        label="Project name"
        isRequired
        value={name}
        onChange={setName}
        errorMessage={faults['pm_proj_name']}
        autoFocus
      />
      <TextField
        label="Project number"
        isRequired
        value={number}
        onChange={setNumber}
        errorMessage={faults['pm_proj_rep_num']}
      />
      <TextField
        label="Days to shift all dates"
        isRequired
        inputMode="numeric"
        suffix="days"
        value={days}
        onChange={setDays}
        errorMessage={faults['shift_days']}
        description={<NewEnd end={preview.out_of_field_date} days={Number(days)} />}
      />
      {preview.surveys.length === 0 ? (
        <p className={styles['note']}>This project has no surveys. Use Duplicate instead.</p>
      ) : (
        <ChosenSurveys surveys={preview.surveys} chosen={chosen} onChoose={choose} />
      )}
      {faults['pm_sy_uds'] === undefined ? null : (
        <p role="alert" className={styles['fault']}>
          {faults['pm_sy_uds']}
        </p>
      )}
      <p role="status" className={styles['note']}>
        {`Copied as drafts: ${waveText(surveys)}.`}
      </p>
      {leftOutLines(surveys).map(line => (
        <p key={line} className={styles['note']}>
          {line}
        </p>
      ))}
      {FIELDS.some(field => faults[field] !== undefined) ? null : <CallFailure error={make.failure} />}
    </SendingDialog>
  )
}

const idOf = ({ pm_sy_ud }: WaveSurvey): number => pm_sy_ud

/** The new out-of-field date of the project, on the clock of the user's zone. */
function NewEnd({ end, days }: { readonly end: string | null; readonly days: number }) {
  const { name: zone } = useZone()
  if (end === null || !Number.isInteger(days) || days < 0) return null
  const [day = '', time = ''] = wallTimeIn(end, zone).split('T')
  const shifted = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
  if (Number.isNaN(shifted.getTime())) return null
  const at = instantOf(`${shifted.toISOString().slice(0, 10)}T${time}`, zone)
  return Number.isNaN(Date.parse(at)) ? null : <>{`New out of field: ${momentText(at, zone)}`}</>
}

function ChosenSurveys({
  surveys,
  chosen,
  onChoose,
}: {
  readonly surveys: readonly WaveSurvey[]
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void
}) {
  const isAll = surveys.every(survey => chosen.has(idOf(survey)))
  return (
    <div role="group" aria-label="Surveys" className={styles['surveys']}>
      {surveys.length > 1 ? (
        <Checkbox
          isSelected={isAll}
          isIndeterminate={!isAll && chosen.size > 0}
          onChange={isChosen => onChoose(surveys.map(idOf), isChosen)}
        >
          All surveys
        </Checkbox>
      ) : null}
      {surveys.map(survey => (
        <div key={survey.pm_sy_ud} className={styles['survey']}>
          <Checkbox isSelected={chosen.has(idOf(survey))} onChange={isChosen => onChoose([idOf(survey)], isChosen)}>
            {survey.pm_sy_name}
          </Checkbox>
          <span className={styles['note']}>
            {survey.statusid === STATUS_CODES.cancelled
              ? `${STATUS_LABELS[survey.statusid]} · ${surveyText(survey)}`
              : surveyText(survey)}
          </span>
        </div>
      ))}
    </div>
  )
}
