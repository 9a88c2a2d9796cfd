'use no memo'

import { useContext } from 'react'
import { NOT_RECORDED_TEXT, RecordedContext } from './recorded.ts'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface SkeletonProps {
  /**
   * The loading content, announced to a screen reader once ("Loading projects"). Leave it out on all but one of a
   * group.
   */
  label?: string
  /** CSS lengths. */
  width?: string
  height?: string
  /** How many lines. */
  lines?: number
}

/** From so many lines on, what loads is a list. */
const LINES_OF_A_LIST = 3

/** A placeholder for a first load only, with the words of §8.4; later loads keep the old figures. */
export function Skeleton({ label, width = '100%', height = '16px', lines = 1 }: SkeletonProps) {
  if (useContext(RecordedContext))
    return label === undefined ? null : <span className={styles['notRecorded']}>{NOT_RECORDED_TEXT}</span>
  return (
    <span className={styles['group']} {...(label ? { role: 'status' } : {})}>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
      {label && lines > 1 ? (
        <span aria-hidden className={styles['wait']} style={{ minBlockSize: height }}>
          {lines >= LINES_OF_A_LIST ? 'Fetching Records...' : 'Loading...'}
        </span>
      ) : null}
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden className={styles['line']} style={{ inlineSize: width, blockSize: height }} />
      ))}
    </span>
  )
}
