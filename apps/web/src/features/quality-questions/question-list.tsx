import type { QualityQuestion } from '@desk/schema/quality-questions/quality-question'
import { ArrowDown, ArrowUp, History, Pencil, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { ShortList } from '#kit/tables/short-list.tsx'
import styles from './quality-questions.module.css'

export interface QuestionListProps {
  /** The shown ones. */
  readonly questions: readonly QualityQuestion[]
  /** How many there are in all. */
  readonly count: number
  readonly onMove: (question: QualityQuestion, to: number) => void
  readonly onEdit: (question: QualityQuestion) => void
  readonly onHistory: (question: QualityQuestion) => void
  readonly onRemove: (question: QualityQuestion) => void
}

/** Questions in their order; each is moved by its buttons, or by Alt with the arrow keys. */
export function QuestionList({ questions, count, onMove, onEdit, onHistory, onRemove }: QuestionListProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  // a moved row is inserted elsewhere in the page, and its button loses the focus
  const focused = useRef<{ readonly id: number; readonly to: number; readonly part: string } | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    const { id, to, part } = focused.current
    // it may render once more at its former place
    if (questions.find(({ pm_q_uid }) => pm_q_uid === id)?.sort_order_nbr !== to) return
    focused.current = null
    body.current?.querySelector<HTMLElement>(`[data-question="${id}"] [data-part="${part}"]`)?.focus()
  }, [questions])
  const move = (question: QualityQuestion, by: -1 | 1) => {
    const to = question.sort_order_nbr + by
    if (to < 1 || to > count) return
    // at either end the button is disabled and takes no focus
    const isUp = to === count || (by < 0 && to > 1)
    focused.current = { id: question.pm_q_uid, to, part: isUp ? 'up' : 'down' }
    onMove(question, to)
  }
  return (
    <ShortList
      label="Quality questions"
      heads={['Place', 'Question', 'Language', 'ID']}
      actsHead="Actions"
      bodyRef={body}
    >
      {questions.map(question => {
        const { pm_q_uid: id, sort_order_nbr: place } = question
        return (
          <tr
            key={id}
            data-question={id}
            onKeyDown={event => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(question, event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <td className={styles['place']}>{place}</td>
            <td className={styles['question']}>{question.question}</td>
            <td>{question.language_name}</td>
            <td className={styles['place']}>{id}</td>
            <td className={styles['acts']} data-unexported>
              <span className={styles['buttons']}>
                <IconButton
                  label={`Move question ${place} up`}
                  size="small"
                  data-part="up"
                  isDisabled={place === 1}
                  onPress={() => move(question, -1)}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={`Move question ${place} down`}
                  size="small"
                  data-part="down"
                  isDisabled={place === count}
                  onPress={() => move(question, 1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton label={`Edit question ${place}`} size="small" onPress={() => onEdit(question)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton label={`History of question ${place}`} size="small" onPress={() => onHistory(question)}>
                  <History aria-hidden />
                </IconButton>
                <IconButton label={`Delete question ${place}`} size="small" onPress={() => onRemove(question)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </span>
            </td>
          </tr>
        )
      })}
    </ShortList>
  )
}
