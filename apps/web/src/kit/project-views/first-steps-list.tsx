import { may } from '@desk/schema/permissions/permissions'
import { FIRST_STEPS, type FirstStep, type FirstSteps } from '@desk/schema/today/first-steps'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Circle, CircleCheck } from 'lucide-react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import hidden from '#ui/visually-hidden.module.css'
import styles from './first-steps.module.css'

interface Step {
  readonly title: string
  readonly about: string
  /** Where it is done; null: a step before it is to be done first, or an administrator does it. */
  readonly path: string | null
}

function stepOf(
  step: FirstStep,
  { pm_proj_ud, pm_sy_ud, has_sell_price, source }: FirstSteps,
  user: CurrentUser,
): Step {
  const surveys = pm_proj_ud === null ? null : `/projects/${pm_proj_ud}/survey`
  const survey = surveys === null || pm_sy_ud === null ? null : `${surveys}/${pm_sy_ud}`
  const form =
    survey === null || source === null
      ? null
      : `${survey}/${source.type === 'classic' ? 'manual-streams' : 'stream'}/${source.stmid}`
  const sources = survey === null ? null : `${survey}/streams`
  switch (step) {
    case 'supplier':
      return mayCall(user, 'suppliers.create')
        ? { title: 'Add a supplier', about: 'Suppliers send respondents.', path: '/suppliers/new' }
        : { title: 'A supplier', about: 'An administrator of your account adds suppliers.', path: null }
    case 'project':
      return { title: 'Create a project', about: 'A project is one study.', path: '/manage/project/new' }
    case 'survey':
      return {
        title: 'Create a survey',
        about: 'It has the survey URL, the country and the target.',
        path: surveys === null ? null : `${surveys}/new`,
      }
    case 'source':
      return { title: 'Create a source', about: 'Its suppliers send respondents to the survey.', path: sources }
    case 'price':
      if (has_sell_price && !may(user, 'edit the supply side'))
        return { title: 'The supply price', about: 'An administrator of your account sets it.', path: null }
      return {
        title: 'Set the prices',
        about: 'The survey has a sell price, the source a supply price.',
        path: has_sell_price || survey === null ? form : `${survey}/edit`,
      }
    case 'test':
      return {
        title: 'Test the source',
        about: 'Open its test link, and take the survey.',
        path: form === null ? null : `${form}?act=test_survey`,
      }
    case 'launch':
      return { title: 'Launch', about: 'Project, survey and source start together.', path: source && sources }
  }
}

/** The steps to the first live source, ticked where they are done. */
export function FirstStepsList({ steps }: { readonly steps: FirstSteps }) {
  const user = useUser()
  if (user === null) return null
  const next = FIRST_STEPS.find(step => !steps.done.includes(step))
  return (
    <ol className={styles['steps']} aria-label="First steps">
      {FIRST_STEPS.map(step => {
        const isDone = steps.done.includes(step)
        const { title, about, path } = stepOf(step, steps, user)
        return (
          <li key={step} data-done={isDone || undefined} aria-current={step === next ? 'step' : undefined}>
            {isDone ? <CircleCheck aria-hidden /> : <Circle aria-hidden />}
            <span>
              {isDone ? <span className={hidden['hidden']}>Done: </span> : null}
              {path === null || isDone ? <strong>{title}</strong> : <a href={`#${path}`}>{title}</a>}
              <span className={styles['about']}>{about}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
